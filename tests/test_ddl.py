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
#: Cassandra quotes a table's name too, but takes no others.
TABLES = st.from_regex(r"[a-zA-Z0-9_]{1,48}", fullmatch=True)


@given(
    st.one_of(TABLES, st.sampled_from(["order", "Select", "token"])),
    st.lists(NAMES, min_size=2, max_size=4, unique=True),
    st.data(),
)
def test_names_are_quoted_where_they_must_be(table, columns, data) -> None:
    some = st.sampled_from(["order", "Select", "a b", 'say "x"', "token", "x1"])
    columns = list(dict.fromkeys([*columns, data.draw(some)]))
    schema = pa.schema(dict.fromkeys(columns, pa.int32()))
    layout = sk.RowKey(*columns[:2], partition=1)
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
        "order_time_desc#order_id",
    ]
    [local] = definition["LocalSecondaryIndexes"]
    assert local["IndexName"] == "by_customer_id-region.order_id"
    by_digest, by_region = definition["GlobalSecondaryIndexes"]
    assert {"AttributeName": "digest", "AttributeType": "B"} in definition["AttributeDefinitions"]
    assert [key["AttributeName"] for key in by_region["KeySchema"]] == [
        "salt4#region#paid",
        "order_id",
    ]
    assert by_region["IndexName"] == "by_salt4.region.paid-order_id"
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


def test_fewer_splits_than_salts_are_at_some_of_them() -> None:
    layout = sk.RowKey("a", "id", salt=8)
    points = [each["key"] for each in layout.ddl("bigtable", splits=4)["initial_splits"]]
    assert points == [b"\2", b"\4", b"\6"]
    points = [each["key"] for each in layout.ddl("bigtable", splits=3)["initial_splits"]]
    assert points == [b"\2", b"\5"]
    assert len(layout.ddl("bigtable", splits=8)["initial_splits"]) == 7
    with pytest.raises(sk.InvalidArgument, match="a layout with 9 salts or more"):
        layout.ddl("hbase", splits=9)


def test_rows_without_rows_have_no_quantiles() -> None:
    with pytest.raises(sk.EmptyRows, match="have no row"):
        sk.RowKey("order_id").ddl("bigtable", rows=rows().slice(0, 0), splits=4)


def test_a_stream_gives_types_and_then_splits() -> None:
    layout = sk.RowKey("customer_id", "order_id")
    wanted = layout.ddl("bigtable", rows=rows(), splits=4)
    assert layout.ddl("bigtable", rows=rows().to_reader(), splits=4) == wanted
    assert layout.ddl("bigtable", rows=rows().to_pandas(), splits=4) == wanted


#: Columns whose names look like those that parts get.
NAMED = pa.schema(
    [
        *((name, pa.int64()) for name in ("id", "a", "salt")),
        *((name, pa.string()) for name in ("b", "t_month", "b#id")),
        ("t", pa.timestamp("s")),
        ("raw", pa.binary()),
        ("fixed", pa.binary(4)),
        ("f", pa.float64()),
        ("wide", pa.decimal256(60, 2)),
        ("tags", pa.list_(pa.int8())),
        ("none", pa.null()),
    ]
)


@pytest.mark.parametrize(
    ("layout", "store"),
    [
        (sk.RowKey("a", "id", partition=1, salt=4), "cassandra"),
        (sk.RowKey("a", sk.month("t"), partition=1), "cassandra"),
        (sk.RowKey("a", sk.month("t"), partition=1), "dynamodb"),
        (sk.RowKey(sk.month("t"), "t_month", partition=1), "dynamodb"),
        (sk.RowKey("a", "b", "id", partition=1), "dynamodb"),
    ],
    ids=str,
)
def test_one_name_has_one_meaning(layout: sk.RowKey, store: str) -> None:
    with pytest.raises(sk.InvalidLayout, match=r"would be the name of .* and of .*; rename"):
        layout.ddl(store, "table", schema=NAMED)


def test_parts_of_one_text_by_several_separators_are_columns_of_their_own() -> None:
    fields = [sk.part("b", "-", 0), sk.part("b", "/", 0), sk.part("b", "/", -1)]
    schema = pa.schema([NAMED.field("a"), NAMED.field("b")])
    text = sk.RowKey("a", *fields, partition=1).ddl("cassandra", schema=schema)
    assert "PRIMARY KEY (a, b_part_x2d_0, b_part_x2f_0, b_part_x2f_x2d1)" in text
    parsed(text)
    definition = sk.RowKey(*fields[:2], partition=1).ddl("dynamodb", schema=NAMED)
    accepted(definition)
    names = [key["AttributeName"] for key in definition["KeySchema"]]
    assert names == ["b_part_x2d_0", "b_part_x2f_0"]
    assert definition["TableName"] == "by_b_part_x2d_0"


def test_a_salt_that_is_no_smallint() -> None:
    for salt, type_ in ((32_768, "smallint"), (32_769, "int")):
        text = sk.RowKey("a", partition=1, salt=salt).ddl("scylladb")
        assert f"    salt {type_},\n" in text


def test_indexes_have_names_and_attributes_of_their_own() -> None:
    layout = sk.RowKey("a", sk.desc("t"), "id", partition=1, salt=4)
    indexes = [
        sk.RowKey("b", "t", "id", partition=1),
        sk.RowKey("b", sk.desc("t"), "id", partition=1),
        sk.RowKey("b", "t", "id", partition=2),
        sk.RowKey("b", sk.desc("t"), "id", partition=2),
        sk.RowKey("a", "id", partition=1, salt=8),
    ]
    definition = layout.ddl("dynamodb", "orders", schema=NAMED, indexes=indexes)
    accepted(definition)
    assert "LocalSecondaryIndexes" not in definition
    assert [key["AttributeName"] for key in definition["KeySchema"]] == ["salt4#a", "t_desc#id"]
    found = {
        index["IndexName"]: [key["AttributeName"] for key in index["KeySchema"]]
        for index in definition["GlobalSecondaryIndexes"]
    }
    assert found == {
        "by_b-t.id": ["b", "t#id"],
        "by_b-t_desc.id": ["b", "t_desc#id"],
        "by_b.t-id": ["b#t", "id"],
        "by_b.t_desc-id": ["b#t_desc", "id"],
        "by_salt8.a-id": ["salt8#a", "id"],
    }


def test_an_index_that_is_there_is_refused() -> None:
    layout = sk.RowKey("a", "t", partition=1)
    for indexes in ([sk.RowKey("a", sk.desc("t"), partition=1)], [sk.RowKey("b", partition=1)] * 2):
        with pytest.raises(sk.InvalidLayout, match=r"has the keys of the (table|index).*leave it"):
            layout.ddl("dynamodb", "orders", indexes=indexes)
    odd = [sk.RowKey(name, partition=1) for name in ("a b", "a_b")]
    with pytest.raises(sk.InvalidLayout, match="'by_a_b' would be the name of the index a b and"):
        layout.ddl("dynamodb", "orders", indexes=odd)


def test_dynamodb_joins_what_the_text_form_writes() -> None:
    for field in ("raw", "b", sk.month("t"), "f"):
        layout = sk.RowKey("a", sk.desc(field), "id", partition=1)
        with pytest.raises(sk.InvalidLayout, match="has no text that sorts as it does"):
            layout.ddl("dynamodb", "orders", schema=NAMED)
    for part in ("raw", sk.desc("fixed"), sk.desc("t"), "wide"):
        accepted(sk.RowKey("a", part, "id", partition=1).ddl("dynamodb", "orders", schema=NAMED))
    alone = sk.RowKey("a", sk.desc("raw"), partition=1).ddl("dynamodb", "orders", schema=NAMED)
    assert {"AttributeName": "raw", "AttributeType": "B"} in alone["AttributeDefinitions"]
    with pytest.raises(sk.InvalidLayout, match=r"a decimal of 60 digits.* has 38 at most"):
        sk.RowKey("wide", partition=1).ddl("dynamodb", "orders", schema=NAMED)


@pytest.mark.parametrize("store", ["cassandra", "scylladb", "dynamodb", "bigtable", "hbase"])
@pytest.mark.parametrize(
    ("field", "error"),
    [
        ("tags", sk.UnroutableType),
        (sk.month("b"), sk.InvalidCandidate),
        (sk.div("b", 4), sk.InvalidCandidate),
        ("none", sk.InvalidLayout),
        (sk.month("x"), sk.UnknownColumn),
    ],
    ids=str,
)
def test_keys_that_can_not_be_encoded(store: str, field: object, error: type) -> None:
    layout = sk.RowKey(field, "id", partition=1)
    for known in ({"schema": NAMED}, {"rows": NAMED.empty_table()}):
        with pytest.raises(error) as caught:
            layout.ddl(store, "orders", **known)
        assert caught.value.column == (field if isinstance(field, str) else field.column)


def test_types_that_are_set_are_not_looked_at() -> None:
    layout = sk.RowKey("tags", sk.month("t"), partition=1)
    schema = pa.schema([NAMED.field("tags"), NAMED.field("t")])
    types = {"tags": "frozen<list<tinyint>>", sk.month("t"): "ascii"}
    text = layout.ddl("cassandra", "orders", schema=schema, types=types)
    assert "tags frozen<list<tinyint>>,\n    t_month ascii," in text
    parsed(text)


@pytest.mark.parametrize(
    ("store", "names", "others"),
    [
        ("cassandra", ["A1", "shop.orders", "x" * 48], [" ", "a-b", "a.b.c", "x" * 49, "a\n"]),
        ("scylladb", ["A1", "shop.orders"], ["a.", ".a", "é"]),
        ("dynamodb", ["a-b.c", "x" * 255], ["ab", "a:b", "x" * 256]),
        ("bigtable", ["a-b.c", "x" * 50], ["-a", ".a", "a:b", "x" * 51]),
        ("hbase", ["a-b.c", "shop:orders"], ["-a", "a b", "a:b:c", "a'b", "a\n"]),
    ],
)
def test_names_that_stores_allow(store: str, names: list[str], others: list[str]) -> None:
    layout = sk.RowKey("A b", partition=1)
    for name in names:
        assert name in str(layout.ddl(store, name)).replace('"', "")
    for name in (*others, None):
        with pytest.raises(sk.InvalidLayout, match=r"is no name of a table in .*; give another by"):
            layout.ddl(store, name)


def test_a_field_can_not_leave_its_comment() -> None:
    layout = sk.RowKey("a\nb", sk.month("c\r\u2028"), partition=1)
    lines = layout.ddl("hbase", "orders").split("\n")
    assert lines[0] == "# a\\nb: a value, as RowKey.encode writes it"
    assert [line[:1] for line in lines] == ["#", "#", "c", ""]
    text = sk.RowKey(*layout.parts, partition=1, salt=4).ddl("cassandra", "orders")
    assert "-- salt: hash of a\\nb modulo 4; set by the writer.\n" in text
    assert "-- c\\r\\u2028_month: month(c\\r\\u2028); set by the writer.\n" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"store": ["cassandra"]}, "the store must be one of"),
        ({"store": "dynamodb", "indexes": ["a"]}, "indexes= takes layouts.*got 'a'"),
        ({"store": "dynamodb", "indexes": 7}, "indexes= takes layouts.*got 7"),
        ({"store": "cassandra", "types": ["a"]}, "types= must map columns"),
        ({"store": "cassandra", "types": {"zzz": "int"}}, "names zzz.*it has customer_id, order_"),
        ({"store": "cassandra", "types": {"region": 4}}, "the type of region must be one of CQL"),
        ({"store": "cassandra", "splits": 4}, "splits= are those of a table in bigtable or hbase"),
        ({"store": "dynamodb", "splits": 4}, "splits= are those of a table in bigtable or hbase"),
        ({"store": "dynamodb", "types": {"region": "int"}}, "types= are those of columns in CQL"),
        ({"store": "hbase", "types": {"region": "int"}}, "types= are those of columns in CQL"),
    ],
    ids=str,
)
def test_arguments_that_are_not_for_the_store(arguments: dict, says: str) -> None:
    with pytest.raises(sk.InvalidArgument, match=says):
        LAYOUT.ddl(**arguments, schema=SCHEMA)


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
