"""Ids that carry time, made by their specifications, and values that only look like them."""

import datetime as dt
import hashlib
import random
import uuid

GREGORIAN = int((dt.datetime(1970, 1, 1) - dt.datetime(1582, 10, 15)).total_seconds())
BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
TWITTER = 1_288_834_974_657
DISCORD = 1_420_070_400_000
START = 1_704_067_200_000  # 2024-01-01
DAY = 86_400_000


def times(count: int, days: float = 120, seed: int = 1) -> list[int]:
    """Milliseconds of some days from 2024 on, ascending and distinct."""
    dice = random.Random(seed)
    return sorted(dice.sample(range(START, START + int(days * DAY)), count))


def digits(number: int, alphabet: str, length: int) -> str:
    out = ""
    for _ in range(length):
        number, digit = divmod(number, len(alphabet))
        out = alphabet[digit] + out
    return out


def uuid1(ms: int, i: int, dice: random.Random) -> str:
    ticks = ms * 10_000 + GREGORIAN * 10**7 + i % 10_000
    low, middle, high = ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48
    return str(uuid.UUID(fields=(low, middle, high | 0x1000, 0x93, 0x7A, 0x0242AC110002)))


def uuid6(ms: int, i: int, dice: random.Random) -> str:
    ticks = ms * 10_000 + GREGORIAN * 10**7 + i % 10_000
    value = ticks >> 12 << 80 | 6 << 76 | (ticks & 0xFFF) << 64 | 2 << 62 | dice.getrandbits(62)
    return str(uuid.UUID(int=value))


def uuid7(ms: int, i: int, dice: random.Random) -> str:
    value = ms << 80 | 7 << 76 | dice.getrandbits(12) << 64 | 2 << 62 | dice.getrandbits(62)
    return str(uuid.UUID(int=value))


def ulid(ms: int, i: int, dice: random.Random) -> str:
    return digits(ms << 80 | dice.getrandbits(80), BASE32, 26)


def snowflake(ms: int, i: int, dice: random.Random, epoch: int = TWITTER) -> int:
    return (ms - epoch) << 22 | dice.choice([3, 17, 21]) << 12 | i % 4


def objectid(ms: int, i: int, dice: random.Random) -> str:
    return f"{ms // 1000:08x}" + "a1b2c3d4e5" + f"{i & 0xFFFFFF:06x}"


def ksuid(ms: int, i: int, dice: random.Random) -> str:
    seconds = ms // 1000 - 1_400_000_000
    return digits(seconds << 128 | dice.getrandbits(128), BASE62, 27)


#: How an id of each kind is made of a time, a number and dice.
MAKERS = {
    "uuid1": uuid1,
    "uuid6": uuid6,
    "uuid7": uuid7,
    "ulid": ulid,
    "snowflake": snowflake,
    "objectid": objectid,
    "ksuid": ksuid,
}


def made(kind: str, at: list[int], seed: int = 2) -> list:
    """One id for each time."""
    dice = random.Random(seed)
    return [MAKERS[kind](ms, i, dice) for i, ms in enumerate(at)]


def lookalikes(count: int = 3_000) -> dict[str, list]:
    """Columns that are none of these, each of another kind."""
    dice = random.Random(5)
    at = times(count)
    moments = [dt.datetime.fromtimestamp(ms / 1000, dt.UTC) for ms in at]
    hexes = [hashlib.sha256(str(i).encode()).hexdigest() for i in range(count)]
    return {
        "uuid4": [str(uuid.UUID(int=dice.getrandbits(128), version=4)) for _ in at],
        "uuid5": [str(uuid.uuid5(uuid.NAMESPACE_DNS, str(i))) for i in range(count)],
        "random 32 hex": [each[:32] for each in hexes],
        "random 24 hex": [each[:24] for each in hexes],
        "numbered 24 hex": [f"5f{i:022x}" for i in range(count)],
        "24 digits of a date": [f"{m:%Y%m%d%H%M%S}{i:010}" for i, m in enumerate(moments)],
        "numbered 24 digits": [f"5{i:023}" for i in range(count)],
        "26 digits": [f"01{dice.randrange(10**24):024}" for _ in at],
        "random base 32": ["".join(dice.choices(BASE32, k=26)) for _ in at],
        "random base 62": ["".join(dice.choices(BASE62, k=27)) for _ in at],
        "numbered 27": [f"{i:027}" for i in range(count)],
        "constant and 16 bytes": [bytes.fromhex(f"018cc289500d{i:020x}") for i in range(count)],
        "addresses": [bytes.fromhex(f"20010db8{dice.getrandbits(96):024x}") for _ in at],
        "sequence": list(range(1, count + 1)),
        "high sequence": [10**18 + i for i in range(count)],
        "high steps": [10**18 + 1_000 * i for i in range(count)],
        "random 63 bits": [dice.getrandbits(63) for _ in at],
        "random 18 digits": [dice.randrange(10**17, 10**18) for _ in at],
        "random 53 bits": [dice.getrandbits(53) for _ in at],
        "hashes": [int(each[:16], 16) - 2**63 for each in hexes],
        "seconds": [ms // 1000 for ms in at],
        "milliseconds": at,
        "microseconds": [ms * 1_000 + dice.randrange(1_000) for ms in at],
        "nanoseconds": [ms * 10**6 + dice.randrange(10**6) for ms in at],
        "whole nanoseconds": [ms * 10**6 for ms in at],
        "17 digits of a date": [
            int(f"{m:%Y%m%d%H%M%S}") * 1_000 + i % 10 for i, m in enumerate(moments)
        ],
        "18 digits of a date": [int(f"{m:%Y%m%d}") * 10**10 + i for i, m in enumerate(moments)],
        "negative": [-(10**18) - ms for ms in at],
        "few": [10**18 + i % 5 for i in range(count)],
    }
