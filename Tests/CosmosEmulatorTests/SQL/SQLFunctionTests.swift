import GhostlightCore
import Testing

/// Tests of the built-in functions (B14.4, B14.5).
@Suite struct `SQL functions` {
  @Test(arguments: types + texts + positions + conversions + arrays + numbers + dates)
  func `a function returns the value that the reference gives`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  @Test(arguments: [
    ("c.whole", #"["42"]"#), ("c.large", #"["1.8446744073709552e+19"]"#), ("c.part", #"["1.5"]"#),
    ("[c.whole, {\"a\": c.whole}]", #"["[42,{\"a\":42}]"]"#),
  ])
  func `numbers in documents and queries print alike`(_ value: String, _ rows: String) throws {
    let document = try JSON.parse(
      Array(#"{"whole":42.0,"large":18446744073709551615,"part":1.50}"#.utf8))
    #expect(
      try SQLCase("SELECT VALUE ToString(\(value)) FROM c", rows).run(over: [document]) == rows)
  }

  static let types: [SQLCase] = [
    .value("IS_DEFINED(undefined)", "false"), .value("is_defined(null)", "true"),
    .value("IS_NULL(undefined)", "false"), .value("IS_NULL(null)", "true"),
    .value("IS_BOOL(false)", "true"), .value("IS_BOOL(0)", "false"),
    .value("IS_NUMBER(1.5)", "true"), .value("IS_NUMBER(\"1\")", "false"),
    .value("IS_STRING(\"\")", "true"), .value("IS_ARRAY([])", "true"),
    .value("IS_ARRAY({})", "false"), .value("IS_OBJECT({})", "true"),
    .value("IS_PRIMITIVE([])", "false"), .value("IS_PRIMITIVE(null)", "true"),
    .value("IS_PRIMITIVE(undefined)", "false"), .value("IS_INTEGER(1.0)", "true"),
    .value("IS_INTEGER(1.5)", "false"), .value("IS_FINITE_NUMBER(1)", "true"),
    .value("IS_FINITE_NUMBER(\"1\")", "false"), .value("IIF(true, 1, 2)", "1"),
    .value("IIF(1, 1, 2)", "2"), .value("IIF(undefined, 1, 2)", "2"),
  ]

  static let texts: [SQLCase] = [
    .value("CONCAT(\"a\", \"b\")", "\"ab\""), .value("CONCAT(\"a\", \"b\", \"c\")", "\"abc\""),
    .value("CONCAT(\"a\", 1)", nil), .value("CONTAINS(\"hello\", \"ell\")", "true"),
    .value("CONTAINS(\"hello\", \"ELL\")", "false"),
    .value("CONTAINS(\"hello\", \"ELL\", true)", "true"),
    .value("CONTAINS(\"hello\", \"\")", "true"), .value("CONTAINS(\"hello\", \"l\", 1)", nil),
    .value("STARTSWITH(\"hello\", \"he\")", "true"),
    .value("STARTSWITH(\"hello\", \"HE\", true)", "true"),
    .value("STARTSWITH(\"hello\", \"lo\")", "false"), .value("ENDSWITH(\"hello\", \"lo\")", "true"),
    .value("ENDSWITH(\"hello\", \"\")", "true"), .value("ENDSWITH(1, \"\")", nil),
    .value("STRINGEQUALS(\"a\", \"A\")", "false"),
    .value("STRINGEQUALS(\"a\", \"A\", true)", "true"),
    .value("STRINGEQUALS(\"\", \"\")", "true"), .value("STRINGEQUALS(\"a\", \"\")", "false"),
    .value("StringEquals(null, null)", nil), .value("LENGTH(\"abc\")", "3"),
    .value("LENGTH(\"é\")", "1"),
    .value("LENGTH(1)", nil), .value("LOWER(\"ABC\")", "\"abc\""),
    .value("UPPER(\"abc\")", "\"ABC\""),
    .value("REVERSE(\"abc\")", "\"cba\""), .value("LTRIM(\"  a \")", "\"a \""),
    .value("RTRIM(\" a  \")", "\" a\""), .value("TRIM(\"\\t a \\n\")", "\"a\""),
    .value("REPLACE(\"aXbX\", \"X\", \"-\")", "\"a-b-\""),
    .value("REPLACE(\"aaa\", \"aa\", \"b\")", "\"ba\""),
    .value("REPLACE(\"abc\", \"\", \"x\")", nil), .value("REPLICATE(\"ab\", 3)", "\"ababab\""),
    .value("REPLICATE(\"a\", 0)", "\"\""), .value("REPLICATE(\"a\", -1)", nil),
    .value("REPLICATE(\"\", 1e300)", "\"\""), .value("REPLICATE(\"\", -1)", nil),
    .value("REPLICATE(\"a\", 2.9)", "\"aa\""), .value("REPLICATE(\"ab\", 5001)", nil),
    .value("REGEXMATCH(\"abcd\", \"ABC\")", "false"),
    .value("REGEXMATCH(\"abcd\", \"ABC\", \"i\")", "true"),
    .value("REGEXMATCH(\"abcd\", \"^b\")", "false"),
    .value("REGEXMATCH(\"a1\", \"[0-9]$\", \"\")", "true"),
    .value("REGEXMATCH(\"abc\", \"a b c\", \"x\")", "true"), .value("REGEXMATCH(1, \"a\")", nil),
  ]

  static let positions: [SQLCase] = [
    .value("INDEX_OF(\"abcabc\", \"c\")", "2"), .value("INDEX_OF(\"abcabc\", \"c\", 3)", "5"),
    .value("INDEX_OF(\"abc\", \"x\")", "-1"), .value("INDEX_OF(\"abc\", \"\", 2)", "2"),
    .value("INDEX_OF(\"abc\", 1)", nil), .value("LEFT(\"abc\", 2)", "\"ab\""),
    .value("LEFT(\"abc\", 1.5)", nil), .value("LEFT(\"abc\", -1)", "\"\""),
    .value("LEFT(\"abc\", 9)", "\"abc\""), .value("RIGHT(\"abc\", 2)", "\"bc\""),
    .value("RIGHT(\"abc\", 0)", "\"\""), .value("SUBSTRING(\"hello\", 1, 3)", "\"ell\""),
    .value("SUBSTRING(\"hello\", -1, 2)", "\"\""), .value("SUBSTRING(\"hello\", 3, 9)", "\"lo\""),
    .value("SUBSTRING(\"hello\", 5, 1)", "\"\""), .value("SUBSTRING(\"hello\", 0, 0)", "\"\""),
    .value("SUBSTRING(\"hello\", 0.5, 1)", nil),
    .value("\"20%\" LIKE \"20!%\" ESCAPE \"!\"", "true"), .value("1 LIKE \"1\"", nil),
    .value("\"abc\" LIKE \"a%\"", "true"), .value("\"abc\" LIKE \"A%\"", "false"),
    .value("\"abc\" LIKE \"_b_\"", "true"), .value("\"abc\" LIKE \"_\"", "false"),
    .value("\"abc\" LIKE \"abc\"", "true"), .value("\"xabc\" LIKE \"abc\"", "false"),
    .value("\"\" LIKE \"%\"", "true"), .value("\"a\\nb\" LIKE \"a%b\"", "true"),
    .value("\"b\" LIKE \"[a-c]\"", "true"), .value("\"d\" LIKE \"[^a-c]\"", "true"),
    .value("\"%\" LIKE \"[%]\"", "true"), .value("\"a\" LIKE \"[%]\"", "false"),
    .value("\"[\" LIKE \"[[]\"", "true"), .value("\"]\" LIKE \"]\"", "true"),
    .value("\"abc\" NOT LIKE \"a%\"", "false"), .value("undefined NOT LIKE \"a\"", nil),
    .value("\"mississippi\" LIKE \"%iss%ip%\"", "true"),
  ]

  static let conversions: [SQLCase] = [
    .value("ToString(125)", "\"125\""), .value("ToString(\"a\")", "\"a\""),
    .value("ToString(false)", "\"false\""), .value("ToString(null)", "\"null\""),
    .value("ToString([1,2,3])", "\"[1,2,3]\""), .value("ToString({\"a\":1})", "\"{\\\"a\\\":1}\""),
    .value("ToString(undefined)", nil), .value("StringToNumber(\" 60 \")", "60"),
    .value("StringToNumber(\"1e2\")", "100"), .value("StringToNumber(\"x\")", nil),
    .value("StringToBoolean(\"true\")", "true"), .value("StringToBoolean(\"True\")", nil),
    .value("StringToNull(\"null\")", "null"), .value("StringToNull(\"NULL\")", nil),
    .value("StringToArray(\"[1, 2]\")", "[1,2]"), .value("StringToArray(\"['a']\")", nil),
    .value("StringToObject(\"{\\\"a\\\":1}\")", "{\"a\":1}"), .value("StringToObject(\"[]\")", nil),
  ]

  static let arrays: [SQLCase] = [
    .value("ARRAY_LENGTH([1,2])", "2"), .value("ARRAY_LENGTH(\"ab\")", nil),
    .value("ARRAY_CONTAINS([1,2], 2)", "true"), .value("ARRAY_CONTAINS(undefined, 1)", nil),
    .value("ARRAY_CONTAINS([{\"a\":1,\"b\":2}], {\"a\":1}, true)", "true"),
    .value("ARRAY_CONTAINS([{\"a\":1,\"b\":2}], {\"a\":1})", "false"),
    .value("ARRAY_CONTAINS([1], 1, true)", "true"), .value("ARRAY_CONCAT([1],[2],[3])", "[1,2,3]"),
    .value("ARRAY_CONCAT([1], 2)", nil), .value("ARRAY_SLICE([1,2,3], 1)", "[2,3]"),
    .value("ARRAY_SLICE([1,2,3], -2, 1)", "[2]"), .value("ARRAY_SLICE([1,2,3], -9)", "[1,2,3]"),
    .value("ARRAY_SLICE([1,2,3], 3)", "[]"), .value("ARRAY_SLICE([1,2,3], 1, 0)", "[]"),
    .value("ARRAY_SLICE([1,2,3], 1, 99)", "[2,3]"), .value("ARRAY_SLICE([1], 0.5)", nil),
    .value("SetIntersect([1,2,2,3], [3,2])", "[3,2]"),
    .value("SetUnion([2,1,2], [3,1])", "[2,1,3]"),
    .value("SetUnion([1], 1)", nil),
  ]

  static let numbers: [SQLCase] = [
    .value("ABS(-2)", "2"), .value("CEILING(1.2)", "2"), .value("FLOOR(-1.2)", "-2"),
    .value("SIGN(-3)", "-1"), .value("SIGN(0)", "0"), .value("SQRT(9)", "3"),
    .value("SQUARE(3)", "9"), .value("EXP(0)", "1"), .value("LOG10(100)", "2"),
    .value("LOG(1)", "0"),
    .value("LOG(8, 2)", "3"), .value("SIN(0)", "0"), .value("COS(0)", "1"),
    .value("TAN(0)", "0"), .value("ACOS(1)", "0"),
    .value("ATAN(0)", "0"), .value("ATN2(0, 1)", "0"), .value("DEGREES(PI())", "180"),
    .value("RADIANS(180)", "3.141592653589793"), .value("PI()", "3.141592653589793"),
    .value("ROUND(-2.5)", "-3"), .value("ROUND(2.4)", "2"), .value("TRUNC(-2.9)", "-2"),
    .value("POWER(2, 10)", "1024"), .value("POWER(\"2\", 1)", nil),
    .value("ABS(\"1\")", nil),
  ]

  static let dates: [SQLCase] = [
    .value("GetCurrentDateTime()", "\"2019-09-20T10:11:12.1230000Z\""),
    .value("GetCurrentTimestamp()", "1568974272123"),
    .value("GetCurrentTicks()", "15689742721230000"),
  ]
}
