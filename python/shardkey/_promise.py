"""What a candidate may come to with remedies: by this the ones worth more work are chosen."""

from __future__ import annotations

from dataclasses import dataclass

from ._candidate import Candidate
from ._facts import Facts
from ._fields import source_column
from ._range import Range
from ._scores import Score
from ._traffic import Reads, Traffic


@dataclass(frozen=True, slots=True)
class Promise:
    """Estimates the peak cost of candidates after remedies: shards a read, crossing, load.

    A read is taken to be routed where it binds a field that is another value in each row; where it
    binds another field, an index finds about as many shards as a value of it has rows, and one
    more. A transaction of several writes is taken to cross where these do not share the key. The
    load is the floor that the keys set, which directories and packing reach, or what a range has.
    """

    traffic: Traffic
    facts: Facts

    def __call__(self, score: Score) -> float:
        """Give the estimate; 1 is a perfect key."""
        return max(self._fanout(score), 1.0) * (1.0 + self._crossing(score)) * _load(score)

    def _fanout(self, score: Score) -> float:
        by_shape = {reads.shape: reads for reads in self.traffic.reads}
        held = score.candidate._held
        return sum(
            each.share * min(each.mean or 0.0, self._found(by_shape.get(each.shape), held))
            for each in score.fanout_shapes or ()
        )

    def _found(self, reads: Reads | None, held: frozenset[str]) -> float:
        """Give the shards of such a read by the best field that it binds beside the key."""
        rows = self.facts.rows
        counts = [self.facts.count(name) for name in (reads.equal - held if reads else ())]
        finest = max((count for count in counts if count), default=None)
        if rows is None or finest is None:
            return float("inf")
        return 1.0 if finest == rows else 1.0 + rows / finest

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
