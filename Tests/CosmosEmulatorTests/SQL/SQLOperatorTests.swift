import Testing

/// Tests of operators, also with undefined operands (B14.2, B14.5).
@Suite struct `SQL operators` {
  @Test(arguments: arithmetic + bits + comparisons + logic + choices + paths)
  func `an expression has the value that the reference gives`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  static let arithmetic: [SQLCase] = [
    .value("1 + 2 * 3", "7"), .value("(1 + 2) * 3", "9"), .value("-7 % 3", "-1"),
    .value("7 % -3", "1"), .value("5.5 % 2", "1.5"), .value("10 / 4", "2.5"),
    .value("10 / 5", "2"), .value("8 - 3 - 2", "3"), .value("64 / 8 / 2", "4"),
    .value("2 - -2", "4"), .value("- - 2", "2"), .value("+3", "3"), .value("+\"3\"", nil),
    .value("-\"3\"", nil), .value("-null", nil), .value("\"1\" + 1", nil),
    .value("1 + null", nil), .value("1 + undefined", nil), .value("true + 1", nil),
    .value("0.1 + 0.2", "0.30000000000000004"), .value("1e3", "1000"), .value(".5", "0.5"),
    .value("0xff", "255"), .value("1E-2", "0.01"),
    .value("9007199254740991 + 1", "9007199254740992"),
    .value("2 * 3 % 4", "2"), .value("1.0", "1"),
  ]

  static let bits: [SQLCase] = [
    .value("5 & 3", "1"), .value("5 | 3", "7"), .value("5 ^ 3", "6"), .value("~5", "-6"),
    .value("~ -1", "0"), .value("1 << 4", "16"), .value("-16 >> 2", "-4"),
    .value("-1 >>> 0", "4294967295"), .value("1 << 33", "2"), .value("2.9 & 3", "2"),
    .value("4294967296 | 1", "1"), .value("\"5\" & 3", nil), .value("~null", nil),
    .value("1 | 2 & 2", "3"), .value("1 << 2 + 1", "8"),
  ]

  static let comparisons: [SQLCase] = [
    .value("1 = \"1\"", "false"), .value("1 = 1.0", "true"), .value("1 != null", "true"),
    .value("1 <> 2", "true"), .value("null = null", "true"), .value("null != null", "false"),
    .value("undefined = undefined", nil), .value("undefined != 1", nil),
    .value("\"a\" < 1", nil), .value("[1] < [2]", nil), .value("{} < {}", nil),
    .value("1 < 2", "true"), .value("2 <= 2", "true"), .value("\"b\" > \"a\"", "true"),
    .value("\"B\" < \"a\"", "true"), .value("false < true", "true"), .value("null <= null", "true"),
    .value("null < null", "false"), .value("1 < undefined", nil), .value("true > 0", nil),
    .value("[1,{\"b\":2,\"c\":3}] = [1.0,{\"c\":3,\"b\":2}]", "true"),
    .value("[1,2] = [2,1]", "false"), .value("{} = []", "false"),
    .value("{\"a\":1} = {\"a\":1,\"b\":2}", "false"),
    .value("1 < 2 = true", "true"), .value("\"a\" = 'a'", "true"),
  ]

  static let logic: [SQLCase] = [
    .value("true AND true", "true"), .value("false AND undefined", "false"),
    .value("undefined AND false", "false"), .value("true AND undefined", nil),
    .value("true AND 1", nil), .value("1 AND false", "false"), .value("true OR undefined", "true"),
    .value("undefined OR true", "true"), .value("false OR undefined", nil),
    .value("false OR false", "false"), .value("1 OR 2", nil), .value("NOT true", "false"),
    .value("NOT 1", nil), .value("NOT undefined", nil), .value("NOT NOT true", "true"),
    .value("true OR false AND false", "true"), .value("not (true and false)", "true"),
    .value("2 IN (1, 2, undefined)", "true"), .value("3 IN (1, undefined)", "false"),
    .value("undefined IN (1)", nil), .value("2 NOT IN (1, 2)", "false"),
    .value("undefined NOT IN (1)", nil), .value("null IN (null)", "true"),
    .value("[1] IN ([1], 2)", "true"), .value("5 BETWEEN 1 AND 5", "true"),
    .value("5 BETWEEN \"a\" AND 1", "false"), .value("5 NOT BETWEEN 1 AND 4", "true"),
    .value("5 BETWEEN 1 AND \"z\"", nil), .value("\"b\" BETWEEN \"a\" AND \"c\"", "true"),
    .value("1 + 1 BETWEEN 2 AND 1 + 1", "true"),
  ]

  static let choices: [SQLCase] = [
    .value("1 ? \"y\" : \"n\"", "\"n\""), .value("true ? \"y\" : \"n\"", "\"y\""),
    .value("undefined ? 1 : 2", "2"), .value("\"true\" ? 1 : 2", "2"),
    .value("false ? 1 : true ? 2 : 3", "2"), .value("null ?? 1", "null"),
    .value("undefined ?? 1", "1"), .value("undefined ?? undefined ?? 3", "3"),
    .value("\"ab\" || \"c\"", "\"abc\""), .value("\"a\" || 1", nil),
    .value("\"a\" || \"b\" || \"c\"", "\"abc\""), .value("\"a\" || (\"b\" = \"b\")", nil),
    .value("{\"a\": undefined, b: 1}", "{\"b\":1}"),
    .value("{'x': 1, \"y\": [2]}", "{\"x\":1,\"y\":[2]}"),
    .value("[1, undefined, 2]", "[1,null,2]"), .value("[]", "[]"), .value("{}", "{}"),
  ]

  static let paths: [SQLCase] = [
    .value("{\"a\":1}.a", "1"), .value("{\"a\":1}.b", nil), .value("[10, 20][1]", "20"),
    .value("[10][5]", nil), .value("[10][-1]", nil), .value("[10][0.5]", nil),
    .value("{\"a b\":1}[\"a b\"]", "1"), .value("{\"a\":{\"b\":[7]}}.a.b[0]", "7"),
    .value("\"abc\"[0]", nil), .value("[1].length", nil), .value("{\"0\":1}[0]", nil),
    .value("(SELECT VALUE 1)", "1"), .value("EXISTS(SELECT VALUE undefined)", "false"),
    .value("EXISTS(SELECT VALUE null)", "true"), .value("ARRAY(SELECT VALUE 2)", "[2]"),
  ]
}
