"""What a candidate may come to with remedies: by this the ones worth more work are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ._candidate import Candidate
from ._facts import Facts
from ._fields import FieldLike, source_column
from ._range import Range
from ._scores import Score
from ._traffic import Reads, Traffic


@dataclass(frozen=True, slots=True)
class Promise:
    """Estimates the peak cost of candidates after remedies: shards a read, crossing, load.

    A read is taken to be routed where it binds a field each value of which has one key; where it
    binds another field, an index finds about as many shards as a value of it has rows, and one
    more. A transaction of several writes is taken to cross where these do not share the key. The
    load is the floor that the keys set, which directories and packing reach, or what a range has.

    `facts` are those of all rows, `pairs` those of fields and pairs of them on a sample at least.
    """

    traffic: Traffic
    facts: Facts
    pairs: Facts
    class_costs: Mapping[str, float]
    crossing_cost: float

    def __call__(self, score: Score) -> float:
        """Give the estimate; 1 is a perfect key."""
        dearer = 1.0 + max(0.0, self.crossing_cost - 1.0) * self._crossing(score)
        return max(self._fanout(score), 1.0) * dearer * _load(score)

    def carries(self, name: str, key: Sequence[FieldLike]) -> bool:
        """Say whether each value of a field has one key, as far as is known."""
        return all(self.pairs.names_one(name, [field]) for field in key)

    def _fanout(self, score: Score) -> float:
        by_shape = {reads.shape: reads for reads in self.traffic.reads}
        each = [(shape, by_shape.get(shape.shape)) for shape in score.fanout_shapes or ()]
        costs = [shape.share * self._cost(reads) for shape, reads in each]
        found = (
            min(shape.mean or 0.0, self._found(reads, score.candidate)) for shape, reads in each
        )
        total = sum(costs)
        return sum(c * f for c, f in zip(costs, found, strict=True)) / total if total else 0.0

    def _cost(self, reads: Reads | None) -> float:
        return self.class_costs.get(reads.class_ or "", 1.0) if reads is not None else 1.0

    def _found(self, reads: Reads | None, candidate: Candidate) -> float:
        """Give the shards of such a read by the best field that it binds beside the key."""
        others = reads.equal - candidate._held if reads is not None else ()
        if any(self.carries(name, candidate.key) for name in others):
            return 1.0
        rows, counts = self.facts.rows, [self.facts.count(name) for name in others]
        finest = max((count for count in counts if count), default=None)
        return float("inf") if rows is None or finest is None else 1.0 + rows / finest

    def _crossing(self, score: Score) -> float:
        """Give the share of the transactions that cross if every write is routed."""
        if not self.traffic.transactions or score.cross_shard_txn is None:
            return 0.0
        crossing = self.traffic.several - _shared(self.traffic, score.candidate)
        return min(score.cross_shard_txn, crossing / self.traffic.transactions)


def _shared(traffic: Traffic, candidate: Candidate) -> float:
    """Count the transactions of several writes that share each column of the key."""
    columns = {source_column(field) for field in candidate.key}
    writes = [traffic.writes.get(name) for name in columns]
    return min((0.0 if each is None else each.shared) for each in writes)


def _load(score: Score) -> float:
    if score.load_ratio is None or not score.top_keys or not score.distinct_keys:
        return 1.0
    if isinstance(score.candidate.function, Range):
        return score.load_ratio
    return max(1.0, score.top_keys[0].share * score.shards, score.shards / score.distinct_keys)
