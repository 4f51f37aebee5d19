import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// Tests whose expected strings come from MongoDB's manual, and from the ISO 8601 rule for weeks.
@Suite struct `Dates as text in raw projections` {
  private static func run(_ date: String, _ arguments: String) throws -> String {
    var project = try MiaProject.library()
    let born = date == "null" ? "null" : "\"\(date)\""
    let projection =
      #"{"_id":0,"x":{"$dateToString":{"date":\#(born)\#(arguments)}}}"#
    return project.run(
      .get,
      RequestTarget(
        "/v2/plates/\(MiaDefinitions.lid)?_rawp=\(PercentEncoding.encode(projection))"))
  }

  @Test(arguments: [
    ("2014-01-01T08:15:39.736Z", "", "2014-01-01T08:15:39.736Z"),
    ("2014-01-01T08:15:39.736Z", #","format":"%Y-%m-%d""#, "2014-01-01"),
    (
      "2014-01-01T08:15:39.736Z", #","format":"%H:%M:%S:%L%z","timezone":"-05:00""#,
      "03:15:39:736-0500"
    ),
    ("2014-01-01T08:15:39.736Z", #","timezone":"+0530""#, "2014-01-01T13:45:39.736"),
    ("2014-01-01T08:15:39.736Z", #","timezone":"GMT""#, "2014-01-01T08:15:39.736Z"),
    ("2014-01-01T08:15:39.736Z", #","format":"%Z","timezone":"-05:30""#, "-330"),
    ("2014-01-01T08:15:39.736Z", #","format":"%j %u %w %U %V %G %%""#, "001 3 4 00 01 2014 %"),
    // Weeks at the ends of years: the first week of ISO 8601 contains the first Thursday.
    ("2020-12-31T23:00:00.000Z", #","format":"%j %u %w %U %V %G""#, "366 4 5 52 53 2020"),
    (
      "2020-12-31T23:00:00.000Z", #","format":"%Y %V %G %U","timezone":"+02""#, "2021 53 2020 00"
    ),
    ("2017-01-01T00:00:00.000Z", #","format":"%u %w %U %V %G""#, "7 1 01 52 2016"),
    ("2018-12-31T00:00:00.000Z", #","format":"%u %U %V %G""#, "1 52 01 2019"),
    ("1969-12-31T00:00:00.000Z", #","format":"%Y-%m-%d %u %j""#, "1969-12-31 3 365"),
    ("0001-02-03T00:00:00.000Z", #","format":"%Y-%m-%d""#, "0001-02-03"),
  ])
  func `dateToString follows the format and the offset from UTC`(
    _ date: String, _ arguments: String, _ expected: String
  ) throws {
    #expect(try Self.run(date, arguments) == #"200 {"x":"\#(expected)"}"#)
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/projectionUtils.js, `checkAllowedOperators`: a
  ///   path in an expression must name a field of the collection, such as `$note`.
  @Test(arguments: [
    ("null", "", "null"), ("null", #","onNull":"never""#, #""never""#),
    ("2014-01-01T08:15:39.736Z", #","format":null"#, "null"),
    ("2014-01-01T08:15:39.736Z", #","timezone":"$note""#, "null"),
  ])
  func `dateToString is null if a part is missing`(
    _ date: String, _ arguments: String, _ expected: String
  ) throws {
    #expect(try Self.run(date, arguments) == #"200 {"x":\#(expected)}"#)
  }

  @Test(arguments: [
    ("lid", "", #"can't convert from "lid" to Date"#),
    ("2014-01-01", "", #"can't convert from "2014-01-01" to Date"#),
    (
      "2014-01-01T00:00:00.000Z", #","format":"%B""#,
      "Invalid format character '%B' in format string"
    ),
    ("2014-01-01T00:00:00.000Z", #","format":"%Y%""#, "Unmatched '%' at end of format string"),
    (
      "2014-01-01T00:00:00.000Z", #","format":5"#,
      "$dateToString requires that 'format' be a string, found: 5"
    ),
    (
      "2014-01-01T00:00:00.000Z", #","timezone":"Europe/Rome""#,
      #"unrecognized time zone identifier: "Europe/Rome""#
    ),
    (
      "2014-01-01T00:00:00.000Z", #","timezone":"+1:0:0:0""#,
      #"unrecognized time zone identifier: "+1:0:0:0""#
    ),
    ("2014-01-01T00:00:00.000Z", #","zone":1"#, "Unrecognized argument to $dateToString: zone"),
  ])
  func `dateToString refuses invalid arguments in the database's words`(
    _ date: String, _ arguments: String, _ message: String
  ) throws {
    let body: JSON = [
      "statusCode": 500, "error": "Internal Server Error", "message": .string(message),
    ]
    #expect(try Self.run(date, arguments) == "500 \(body.text())")
  }

  @Test func `dateToString needs a date, and reduce needs all of its parts`() throws {
    var project = try MiaProject.library()
    for (expression, message) in [
      (#"{"$dateToString":{}}"#, "Missing 'date' parameter to $dateToString"),
      (
        #"{"$reduce":{"input":"$tags"}}"#, "$reduce needs an input, an initialValue and an in"
      ),
      (
        #"{"$reduce":{"input":"$name","initialValue":1,"in":1}}"#,
        "The argument to $reduce must be an array"
      ),
    ] {
      let projection = PercentEncoding.encode(#"{"x":\#(expression)}"#)
      let response = project.send(
        .init(.get, RequestTarget("/v2/plates/\(MiaDefinitions.lid)?_rawp=\(projection)")))
      #expect(response.status == .internalServerError)
      #expect(response.json?["message"] == .string(message))
    }
  }
}
