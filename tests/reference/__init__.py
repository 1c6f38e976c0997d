"""The slow twin: every figure of a score in plain Python, written from the definitions.

Clear rather than fast: Python's integers and fractions for the sums, `hashlib` for the hash.
Start at `scores.score`; the modules follow the way of a value: `values`, `numbers`, `times`,
`temporal`, `kinds` (types), `fields`, `bounds` (what a statement says of a field), `routing`
(functions), `tables`, `functions` (fitted to rows), `shapes`, `statements`, `requests`,
`measures`, `scores`.
"""

from .scores import score
from .tables import rows_of, values_of

__all__ = ["rows_of", "score", "values_of"]
