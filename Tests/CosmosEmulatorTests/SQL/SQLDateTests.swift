import GhostlightCore
import Testing

@testable import CosmosEmulator

/// Tests of date functions, with the examples of the vendor's pages and with edge cases (B14.4).
@Suite struct `SQL functions of dates` {
  @Test(arguments: current + additions + differences + parts + bins + conversions + formats)
  func `a function of dates returns the value on the vendor's page`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  @Test func `a function of dates can use a date in a document`() throws {
    let row = SQLCase(
      #"SELECT VALUE DateTimeToTicks(c.at) FROM c WHERE DateTimeDiff("day", c.at, "2020-01-04") > 1"#,
      "[15779342456789124]")
    let documents: [JSON] = [
      ["at": "2020-01-02T03:04:05.6789123Z"], ["at": "2020-01-03"], ["at": 7], [:],
    ]
    #expect(try row.run(over: documents) == row.rows)
  }

  private static let arities: [(String, ClosedRange<Int>)] = [
    ("GetCurrentDateTime", 0...0), ("GetCurrentDateTimeStatic", 0...0),
    ("GetCurrentTimestamp", 0...0), ("GetCurrentTimestampStatic", 0...0),
    ("GetCurrentTicks", 0...0), ("GetCurrentTicksStatic", 0...0), ("DateTimeAdd", 3...3),
    ("DateTimeDiff", 3...3), ("DateTimePart", 2...2), ("DateTimeBin", 2...4),
    ("DateTimeFromParts", 3...7), ("DateTimeToTicks", 1...1), ("DateTimeToTimestamp", 1...1),
    ("TicksToDateTime", 1...1), ("TimestampToDateTime", 1...1),
  ]

  @Test(arguments: arities)
  func `a function of dates is refused with too few or too many arguments`(
    _ name: String, _ arity: ClosedRange<Int>
  ) {
    let accepted = (0...8).filter { count in
      let arguments = Array(repeating: "1", count: count).joined(separator: ", ")
      return (try? SQLStatement("SELECT VALUE \(name)(\(arguments))")) != nil
    }
    #expect(accepted == Array(arity))
  }

  @Test func `a date has up to seven decimals, and no offset`() throws {
    let rows: [(String, String?)] = [
      ("2020-01-02T03:04:05.6789123Z", "15779342456789124"),
      ("2020-01-02T03:04:05.67891234Z", nil), ("2020-01-02T03:04:05+00:00", nil),
      ("2020-01-02 03:04:05", "15779342450000000"), ("2020-01-02", "15779232000000000"),
      ("2020-01-0", nil),
    ]
    for (text, ticks) in rows {
      let row = SQLCase.value("DateTimeToTicks(\"\(text)\")", ticks)
      #expect(try row.run(over: []) == row.rows, "\(text)")
    }
  }

  private static let moment = #""2020-07-09T23:20:13.4575530Z""#

  private static let current: [SQLCase] = [
    .value("GetCurrentDateTimeStatic()", #""2019-09-20T10:11:12.1230000Z""#),
    .value("GetCurrentTimestampStatic()", "1568974272123"),
    .value("GetCurrentTicksStatic()", "15689742721230000"),
  ]

  private static let additions: [SQLCase] = [
    .value("DateTimeAdd(\"mm\", 1, \(moment))", #""2020-08-09T23:20:13.4575530Z""#),
    .value("DateTimeAdd(\"YYYY\", -2, \(moment))", #""2018-07-09T23:20:13.4575530Z""#),
    .value("DateTimeAdd(\"hh\", -1, \(moment))", #""2020-07-09T22:20:13.4575530Z""#),
    .value("DateTimeAdd(\"mcs\", 1, \(moment))", #""2020-07-09T23:20:13.4575540Z""#),
    .value("DateTimeAdd(\"ns\", 250, \(moment))", #""2020-07-09T23:20:13.4575532Z""#),
    .value(#"DateTimeAdd("m", 1, "2020-01-31")"#, #""2020-02-29T00:00:00.0000000Z""#),
    .value(#"DateTimeAdd("m", -1, "2021-03-31T01:00:00Z")"#, #""2021-02-28T01:00:00.0000000Z""#),
    .value(#"DateTimeAdd("year", 1, "2020-02-29")"#, #""2021-02-28T00:00:00.0000000Z""#),
    .value(#"DateTimeAdd("m", 1, "2020-12-15")"#, #""2021-01-15T00:00:00.0000000Z""#),
    .value(#"DateTimeAdd("day", 1, "9999-12-31")"#, nil),
    .value(#"DateTimeAdd("day", -1, "0001-01-01")"#, nil),
    .value(#"DateTimeAdd("year", 1, "9998-12-31")"#, #""9999-12-31T00:00:00.0000000Z""#),
    .value(#"DateTimeAdd("year", 1, "9999-01-01")"#, nil),
    .value(#"DateTimeAdd("year", -1, "0001-01-01")"#, nil),
    .value(#"DateTimeAdd("year", -1, "0002-01-01")"#, #""0001-01-01T00:00:00.0000000Z""#),
    .value(#"DateTimeAdd("ms", 1, "2020-01-01")"#, #""2020-01-01T00:00:00.0010000Z""#),
    .value(#"DateTimeAdd("n", 1, "2020-01-01")"#, #""2020-01-01T00:01:00.0000000Z""#),
    .value(#"DateTimeAdd("s", 1, "2020-01-01")"#, #""2020-01-01T00:00:01.0000000Z""#),
    .value(#"DateTimeAdd("dd", 1, "2020-01-01")"#, #""2020-01-02T00:00:00.0000000Z""#),
    .value(#"DateTimeAdd("day", 9223372036854775807, "2020-01-01")"#, nil),
    .value(#"DateTimeAdd("year", -9223372036854775807, "2020-01-01")"#, nil),
    .value(#"DateTimeAdd("century", 1, "2020-01-01")"#, nil),
    .value(#"DateTimeAdd("day", 1.5, "2020-01-01")"#, nil),
    .value(#"DateTimeAdd("day", 1, "2020-02-30")"#, nil),
  ]

  private static let differences: [SQLCase] = [
    .value(
      #"DateTimeDiff("hour", "2018-01-01T01:02:03.1234567Z", "2021-01-03T01:02:03.1234567Z")"#,
      "26352"),
    .value(#"DateTimeDiff("year", "2028-01-01T01:02:03Z", "2020-01-03T01:02:03Z")"#, "-8"),
    .value(#"DateTimeDiff("year", "2019-12-31T23:59:59Z", "2020-01-01")"#, "1"),
    .value(#"DateTimeDiff("month", "2019-12-31", "2020-03-01")"#, "3"),
    .value(#"DateTimeDiff("day", "2020-01-01T23:59:59.9999999Z", "2020-01-02")"#, "1"),
    .value(
      #"DateTimeDiff("ns", "2020-01-01T00:00:00.0000000Z", "2020-01-01T00:00:00.0000007Z")"#, "700"),
    .value(#"DateTimeDiff("ns", "0001-01-01", "9999-12-31")"#, nil),
    .value(#"DateTimeDiff("day", "soon", "2020-01-02")"#, nil),
  ]

  private static let parts: [SQLCase] = [
    .value(#"DateTimePart("yyyy", "2020-01-02T03:04:05.6789123Z")"#, "2020"),
    .value(#"DateTimePart("m", "2020-01-02T03:04:05.6789123Z")"#, "1"),
    .value(#"DateTimePart("n", "2020-01-02T03:04:05.6789123Z")"#, "4"),
    .value(#"DateTimePart("ms", "2020-01-02T03:04:05.6789123Z")"#, "678"),
    .value(#"DateTimePart("mcs", "2020-01-02T03:04:05.6789123Z")"#, "678912"),
    .value(#"DateTimePart("ns", "2020-01-02T03:04:05.6789123Z")"#, "678912300"),
    .value(#"DateTimePart("hour", "2020-01-02 03:04:05")"#, "3"),
    .value(#"DateTimePart("hour", "2020-01-02T03:04:05.0000000")"#, "3"),
    .value(#"DateTimePart("hour", "2020-01-02T03:04:05+02:00")"#, nil),
    .value(#"DateTimePart("hour", "2020-01-02T03:04:05+00:00")"#, nil),
    .value(#"DateTimePart("hour", "2020-01-02T03:04Z")"#, nil),
    .value(#"DateTimePart("ns", "2020-01-02T03:04:05.12345678Z")"#, nil),
    .value(#"DateTimePart("s", 5)"#, nil),
  ]

  private static let bins: [SQLCase] = [
    .value(
      #"DateTimeBin("2021-06-28T17:24:29.2991234Z", "DAY")"#, #""2021-06-28T00:00:00.0000000Z""#),
    .value(
      #"DateTimeBin("2021-06-28T17:24:29.2991234Z", "day", 7)"#, #""2021-06-24T00:00:00.0000000Z""#),
    .value(
      #"DateTimeBin("2021-06-28T17:24:29.2991234Z", "hour", 2, "2021-06-28T01:00:00Z")"#,
      #""2021-06-28T17:00:00.0000000Z""#),
    .value(#"DateTimeBin("2021-06-28", "month", 5)"#, #""2021-04-01T00:00:00.0000000Z""#),
    .value(
      #"DateTimeBin("2021-06-28", "year", 1, "1970-07-01")"#, #""2020-07-01T00:00:00.0000000Z""#),
    .value(
      #"DateTimeBin("1969-12-31T23:59:59Z", "minute", 5)"#, #""1969-12-31T23:55:00.0000000Z""#),
    .value(#"DateTimeBin("2021-06-28", "day", 0)"#, nil),
    .value(#"DateTimeBin("2021-06-28", "day", 1, "1600-12-31")"#, nil),
    .value(#"DateTimeBin("1960-01-01", "day", 1000000000000)"#, nil),
  ]

  private static let formats: [SQLCase] = [
    .value(
      #"DateTimeFormat("2020-01-02T03:04:05.0607Z", "y yy yyyy M d H h m s")"#,
      #""20 20 2020 1 2 3 3 4 5""#),
    .value(
      #"DateTimeFormat("2020-01-02 15:04:05", "hh:mm tt, H\\h")"#, #""03:04 PM, 15h""#),
    .value(#"DateTimeFormat("2020-01-02 00:00:00", "h tt")"#, #""12 AM""#),
    .value(
      #"DateTimeFormat("2020-01-02T03:04:05.0607Z", "ff fffffff FF FFFFFFF|F")"#,
      #""06 0607000 06 0607|""#),
    .value(#"DateTimeFormat("2020-01-02", "\\")"#, "\"\""),
    .value(#"DateTimeFormat("2020-01-02", "")"#, "\"\""),
  ]

  private static let conversions: [SQLCase] = [
    .value("DateTimeFromParts(2020, 9, 4)", #""2020-09-04T00:00:00.0000000Z""#),
    .value(
      "DateTimeFromParts(2017, 4, 20, 13, 15, 20, 3456789)", #""2017-04-20T13:15:20.3456789Z""#),
    .value("DateTimeFromParts(2021, 2, 29)", nil), .value("DateTimeFromParts(-2000, 1, 1)", nil),
    .value(
      "DateTimeFromParts(9999, 12, 31, 23, 59, 59, 9999999)", #""9999-12-31T23:59:59.9999999Z""#),
    .value("DateTimeFromParts(1, 1, 1, 0, 0, 0, 0)", #""0001-01-01T00:00:00.0000000Z""#),
    .value("DateTimeFromParts(10000, 1, 1)", nil), .value("DateTimeFromParts(0, 1, 1)", nil),
    .value("DateTimeFromParts(2020, 13, 1)", nil), .value("DateTimeFromParts(2020, 0, 1)", nil),
    .value("DateTimeFromParts(2020, 1, 32)", nil), .value("DateTimeFromParts(2020, 1, 0)", nil),
    .value("DateTimeFromParts(2020, 1, 1, 24)", nil),
    .value("DateTimeFromParts(2020, 1, 1, -1)", nil),
    .value("DateTimeFromParts(2020, 1, 1, 0, 60)", nil),
    .value("DateTimeFromParts(2020, 1, 1, 0, 0, 60)", nil),
    .value("DateTimeFromParts(2020, 1, 1, 0, 0, 0, 10000000)", nil),
    .value(#"DateTimeToTicks("2020-01-02T03:04:05Z")"#, "15779342450000000"),
    .value(#"DateTimeToTicks("1969-12-31T23:59:59.9999999Z")"#, "-1"),
    .value(#"DateTimeToTimestamp("2020-07-09")"#, "1594252800000"),
    .value("TicksToDateTime(15943368134575530)", #""2020-07-09T23:20:13.4575530Z""#),
    .value("TicksToDateTime(-1)", #""1969-12-31T23:59:59.9999999Z""#),
    .value("TicksToDateTime(9223372036854775807)", nil), .value("TicksToDateTime(1e300)", nil),
    .value("TimestampToDateTime(1594227912345)", #""2020-07-08T17:05:12.3450000Z""#),
    .value("TimestampToDateTime(9223372036854775807)", nil),
    .value("TimestampToDateTime(1.5)", nil),
  ]
}
