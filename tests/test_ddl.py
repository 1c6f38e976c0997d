"""`RowKey.ddl`: CQL read by cqlsh's own grammar, DynamoDB's definitions checked by botocore."""

import datetime as dt

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk

SCHEMA = pa.schema(
    {
        "customer_id": pa.int64(),
        "order_time": pa.timestamp("ms", "UTC"),
        "order_id": pa.int64(),
        "region": pa.string(),
        "note": pa.dictionary(pa.int8(), pa.string()),
        "total": pa.decimal128(10, 2),
        "digest": pa.binary(),
        "paid": pa.bool_(),
    }
)
LAYOUT = sk.RowKey("customer_id", sk.desc("order_time"), "order_id", partition=1)


def parsed(text: str) -> dict:
    """What cqlsh's grammar binds in one statement; it has to take the whole of it."""
    handling = pytest.importorskip("cqlshlib.cql3handling")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    rules = handling.CqlRuleSet
    found = [one for one in rules.parse("Start", rules.lex(" ".join(lines))) if not one.remainder]
    assert found, text
    return found[0].bindings


@pytest.mark.parametrize("store", ["cassandra", "scylladb"])
def test_cql(store: str) -> None:
    text = LAYOUT.ddl(store, "shop.orders", schema=SCHEMA)
    assert text == (
        "CREATE TABLE shop.orders (\n"
        "    customer_id bigint,\n"
        "    order_time timestamp,\n"
        "    order_id bigint,\n"
        "    region text,\n"
        "    note text,\n"
        "    total decimal,\n"
        "    digest blob,\n"
        "    paid boolean,\n"
        "    PRIMARY KEY (customer_id, order_time, order_id)\n"
        ") WITH CLUSTERING ORDER BY (order_time DESC, order_id ASC);\n"
    )
    bound = parsed(text)
    assert bound["ks"] == "shop" and bound["cf"] == "orders"


def test_cql_of_a_partition_of_several_parts_and_a_salt() -> None:
    layout = sk.RowKey("region", sk.month("order_time"), "order_id", partition=2, salt=8)
    text = layout.ddl("cassandra", rows=pa.table({f.name: pa.array([], f.type) for f in SCHEMA}))
    assert "CREATE TABLE by_region_and_order_time_month (" in text
    assert "    salt smallint,\n    region text,\n    order_time_month text,\n" in text
    assert "PRIMARY KEY ((salt, region, order_time_month), order_id)" in text
    assert "-- salt: hash of region modulo 8" in text
    parsed(text)
    whole = sk.RowKey("region", "order_id", partition=2).ddl("cassandra", "t", schema=SCHEMA)
    assert "PRIMARY KEY ((region, order_id))" in whole and "CLUSTERING" not in whole


def test_the_grammar_refuses_what_is_wrong() -> None:
    text = LAYOUT.ddl("cassandra", "orders", schema=SCHEMA)
    for wrong in (
        text.replace("BY (", "BY "),
        text.replace("PRIMARY KEY (", "PRIMARY ("),
        text.replace(" bigint,", " bigint"),
        text.replace("orders (", "or ders ("),
    ):
        assert wrong != text
        with pytest.raises(AssertionError):
            parsed(wrong)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), min_size=1)


@given(NAMES, st.lists(NAMES, min_size=2, max_size=4, unique=True), st.data())
def test_names_are_quoted_where_they_must_be(table, columns, data) -> None:
    some = st.sampled_from(["order", "Select", "a b", 'say "x"', "token", "x1"])
    columns = list(dict.fromkeys([*columns, data.draw(some)]))
    schema = pa.schema(dict.fromkeys(columns, pa.int32()))
    layout = sk.RowKey(*columns[:2], partition=1)
    table = table.replace(".", "_")
    bound = parsed(layout.ddl("cassandra", table, schema=schema))
    handling = pytest.importorskip("cqlshlib.cql3handling")
    assert handling.CqlRuleSet.dequote_name(bound["cf"]) == table


def test_the_reserved_words_are_cqlshs() -> None:
    metadata = pytest.importorskip("cassandra.metadata")
    from shardkey._ddl_cql import _RESERVED

    assert set(metadata.cql_keywords_reserved) <= _RESERVED


def test_types_that_would_lose_something_are_wider() -> None:
    types = {"a": pa.int64(), "b": pa.timestamp("us"), "c": pa.uint64(), "d": pa.time64("ns")}
    layout = sk.RowKey("a", "b", partition=1)
    text = layout.ddl("cassandra", "t", schema=pa.schema(types))
    assert "b bigint" in text and "c varint" in text and "d time" in text
    assert "-- b: microseconds since 1970; a CQL timestamp has milliseconds only." in text
    asked = layout.ddl("cassandra", "t", schema=pa.schema(types), types={"b": "timestamp"})
    assert "b timestamp" in asked and "--" not in asked
    nested = pa.schema({**types, "tags": pa.list_(pa.string())})
    with pytest.raises(sk.InvalidLayout, match="column tags: CQL has no type for Arrow's List"):
        layout.ddl("cassandra", "t", schema=nested)
    text = layout.ddl("cassandra", "t", schema=nested, types={"tags": "list<text>"})
    assert "tags list<text>" in text
    parsed(text)


def test_without_a_schema_the_key_alone_is_there() -> None:
    text = LAYOUT.ddl("cassandra")
    assert text.startswith("-- No schema was given")
    assert "customer_id text" in text and "CREATE TABLE by_customer_id (" in text
    parsed(text)


def accepted(definition: dict) -> None:
    """What botocore says of the arguments of create_table, without a network."""
    session = pytest.importorskip("botocore.session")
    from botocore.validate import ParamValidator

    service = session.Session().get_service_model("dynamodb")
    report = ParamValidator().validate(
        definition, service.operation_model("CreateTable").input_shape
    )
    assert not report.has_errors(), report.generate_report()
    used = {
        key["AttributeName"]
        for some in (
            definition,
            *definition.get("GlobalSecondaryIndexes", []),
            *definition.get("LocalSecondaryIndexes", []),
        )
        for key in some["KeySchema"]
    }
    # DynamoDB wants each attribute of a key to be defined, and no other.
    assert {each["AttributeName"] for each in definition["AttributeDefinitions"]} == used


def test_dynamodb() -> None:
    layout = sk.RowKey("customer_id", "order_time", partition=1)
    definition = layout.ddl("dynamodb", "orders", schema=SCHEMA)
    assert definition == {
        "TableName": "orders",
        "AttributeDefinitions": [
            {"AttributeName": "customer_id", "AttributeType": "N"},
            {"AttributeName": "order_time", "AttributeType": "S"},
        ],
        "KeySchema": [
            {"AttributeName": "customer_id", "KeyType": "HASH"},
            {"AttributeName": "order_time", "KeyType": "RANGE"},
        ],
        "BillingMode": "PAY_PER_REQUEST",
    }
    accepted(definition)


def test_dynamodb_has_one_sort_key_and_indexes() -> None:
    indexes = [
        sk.RowKey("customer_id", "region", "order_id", partition=1),
        sk.RowKey("digest", partition=1),
        sk.RowKey("region", "paid", "order_id", partition=2, salt=4),
    ]
    definition = LAYOUT.ddl("dynamodb", "orders", schema=SCHEMA, indexes=indexes)
    accepted(definition)
    assert [key["AttributeName"] for key in definition["KeySchema"]] == [
        "customer_id",
        "order_time#order_id",
    ]
    [local] = definition["LocalSecondaryIndexes"]
    assert local["IndexName"] == "by_customer_id_region_order_id"
    by_digest, by_region = definition["GlobalSecondaryIndexes"]
    assert {"AttributeName": "digest", "AttributeType": "B"} in definition["AttributeDefinitions"]
    assert [key["AttributeName"] for key in by_region["KeySchema"]] == [
        "salt#region#paid",
        "order_id",
    ]
    assert len(by_digest["KeySchema"]) == 1


def test_botocore_refuses_what_is_wrong() -> None:
    definition = LAYOUT.ddl("dynamodb", "orders", schema=SCHEMA)
    definition["KeySchema"][0]["KeyTyp"] = definition["KeySchema"][0].pop("KeyType")
    with pytest.raises(AssertionError, match="KeyType"):
        accepted(definition)


def rows() -> pa.Table:
    start = dt.datetime(2026, 1, 1)
    return pa.table(
        {
            "customer_id": list(range(1_000)),
            "order_time": [start + dt.timedelta(hours=n) for n in range(1_000)],
            "order_id": list(range(1_000)),
        }
    )


def test_bigtable_and_hbase_are_split_at_quantiles() -> None:
    layout = sk.RowKey("customer_id", sk.desc("order_time"), "order_id")
    definition = layout.ddl("bigtable", "orders", rows=rows(), splits=4)
    points = [each["key"] for each in definition["initial_splits"]]
    keys = sorted(layout.encode(rows()))
    assert points == [keys[250], keys[500], keys[750]]
    assert definition["table_id"] == "orders"
    assert [part["field"] for part in definition["row_key"]] == [
        "customer_id",
        "order_time",
        "order_id",
    ]
    assert definition["row_key"][0]["encoding"] == "int64: 8 bytes, big-endian, sign bit flipped"
    text = layout.ddl("hbase", "orders", rows=rows(), splits=4)
    time = "# order_time: timestamp[us]: 8 bytes, big-endian, sign bit flipped, complemented\n"
    assert time in text
    assert "create 'orders', {NAME => 'd', VERSIONS => 1}, SPLITS => [" in text
    written = [part.replace("\\x", "") for part in text.split('"')[1::2]]
    assert [bytes.fromhex(part) for part in written] == points


def test_salts_are_split_points() -> None:
    layout = sk.RowKey("order_time", "order_id", salt=4)
    definition = layout.ddl("bigtable", "orders")
    assert [each["key"] for each in definition["initial_splits"]] == [b"\1", b"\2", b"\3"]
    assert definition["row_key"][0]["encoding"] == "1 byte: hash of order_time modulo 4"
    wide = sk.RowKey("order_time", salt=300).ddl("bigtable")["initial_splits"]
    assert (len(wide), wide[255]["key"]) == (299, b"\1\0")


@pytest.mark.parametrize(
    ("layout", "arguments", "says"),
    [
        (LAYOUT, {"store": "mysql"}, "the store must be one of cassandra"),
        (sk.RowKey("a"), {"store": "cassandra"}, "is sorted, and a table in CQL has a partition"),
        (sk.RowKey("a"), {"store": "dynamodb"}, "is sorted, and a table of DynamoDB"),
        (sk.RowKey(sk.asc("a", "last"), partition=1), {"store": "scylladb"}, "takes nulls"),
        (LAYOUT, {"store": "hbase", "splits": 4}, "give rows=, or a layout with a salt"),
        (LAYOUT, {"store": "hbase", "splits": 1}, "splits must be in 2.."),
        (LAYOUT, {"store": "cassandra", "indexes": [LAYOUT]}, "define a table of each layout"),
        (LAYOUT, {"store": "dynamodb", "table": "a b"}, "is no name of a table in DynamoDB"),
        (
            sk.RowKey("x", partition=1),
            {"store": "cassandra", "schema": SCHEMA},
            "'x', which the schema does not have",
        ),
        (sk.RowKey(sk.asc("a", "last"), partition=1), {"store": "dynamodb"}, "takes nulls"),
        (
            sk.RowKey("paid", sk.desc("region"), "order_id", partition=1),
            {"store": "dynamodb", "schema": SCHEMA},
            "is a text that descends",
        ),
        (
            sk.RowKey("a", "b", "c", partition=1),
            {"store": "dynamodb", "schema": pa.schema(dict.fromkeys("abc", pa.float64()))},
            "is a float",
        ),
        (LAYOUT, {"store": "cassandra", "table": ""}, "table must be a name"),
        (
            LAYOUT,
            {"store": "dynamodb", "indexes": [sk.RowKey(f"f{n}", partition=1) for n in range(21)]},
            "more than the 20 that DynamoDB allows",
        ),
    ],
)
def test_what_is_refused(layout, arguments, says) -> None:
    with pytest.raises(sk.Error) as caught:
        layout.ddl(**arguments)
    assert says in str(caught.value)
