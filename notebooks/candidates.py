"""The candidate keys that the demo and the notebooks compare."""

import shardkey as sk
from orders import HOT_CUSTOMER

MONTH = sk.month("created_at")
BY_TIME = sk.Range.even(by="weight", order="created_at")
# A global index from order id to customer makes an order findable by its id alone.
INDEX = ["order_id"]

ORDERS: list[str | list[str] | sk.Candidate] = [
    "customer_id",
    "order_id",
    "region",
    sk.Candidate(["customer_id", MONTH]),
    sk.Candidate(MONTH),
    sk.Candidate("created_at", BY_TIME),
    sk.Candidate("customer_id", resolves=INDEX),
    sk.Candidate("customer_id", sk.Directory(place=[HOT_CUSTOMER]), resolves=INDEX),
    sk.Candidate("customer_id", sk.Directory(isolate=[HOT_CUSTOMER]), resolves=INDEX),
    sk.Candidate("customer_id", sk.Split([HOT_CUSTOMER], 4, by="order_id"), resolves=INDEX),
]
# Before and after: the same key without and with a remedy.
ORDERS_REMEDIES = [(0, 6), (6, 7), (6, 8), (6, 9)]

FLIGHT = ["carrier", "flight", "departure"]  # what names one flight
DAY = sk.day("departure")
BY_DEPARTURE = sk.Range.even(order="departure")

FLIGHTS: list[str | list[str] | sk.Candidate] = [
    "tailnum",
    "carrier",
    ["carrier", "flight"],
    ["origin", "dest"],
    sk.Candidate(sk.month("departure")),
    sk.Candidate(DAY),
    sk.Candidate(["origin", DAY]),
    sk.Candidate("departure", BY_DEPARTURE),
    sk.Candidate("departure", sk.Bucket(8, by="tailnum", then=BY_DEPARTURE)),
    sk.Candidate(["origin", DAY], resolves=FLIGHT),
]
FLIGHTS_REMEDIES = [(7, 8), (6, 9)]


def names(candidates: list[str | list[str] | sk.Candidate]) -> list[str]:
    """Print the candidates' names as a report does."""
    made = [c if isinstance(c, sk.Candidate) else sk.Candidate(c) for c in candidates]
    return [candidate.name for candidate in made]
