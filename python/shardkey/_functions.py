"""The partition functions, in one place."""

from __future__ import annotations

from ._bucket import Bucket
from ._custom import Custom
from ._directory import Directory
from ._function import Function
from ._given import Given
from ._hash import Hash
from ._packed import Packed
from ._range import Range
from ._split import Split

__all__ = ["Bucket", "Custom", "Directory", "Function", "Given", "Hash", "Packed", "Range", "Split"]
