import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator

/// Tests of GeoJSON functions (B14.4).
@Suite struct `SQL functions of geometry` {
  private static func point(_ longitude: String, _ latitude: String) -> String {
    "{'type': 'Point', 'coordinates': [\(longitude), \(latitude)]}"
  }

  private static func polygon(_ rings: String) -> String {
    "{'type': 'Polygon', 'coordinates': [\(rings)]}"
  }

  private static let square = polygon("[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]")
  private static let clockwise = polygon("[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]")
  private static let withHole = polygon(
    "[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]]")
  private static let line = "{'type': 'LineString', 'coordinates': [[-5, 5], [15, 5]]}"
  private static let two =
    "{'type': 'MultiPolygon', 'coordinates': [[[[0, 0], [1, 0], [1, 1], [0, 0]]], "
    + "[[[20, 0], [21, 0], [21, 1], [20, 0]]]]}"

  private static let relations: [SQLCase] = [
    .value("ST_WITHIN(\(point("5", "5")), \(square))", "true"),
    .value("ST_WITHIN(\(point("10", "5")), \(square))", "true"),
    .value("ST_WITHIN(\(point("11", "5")), \(square))", "false"),
    .value("ST_WITHIN(\(point("5", "5")), \(withHole))", "false"),
    .value("ST_WITHIN(\(point("11", "5")), \(clockwise))", "true"),
    .value("ST_WITHIN(\(point("5", "5")), \(clockwise))", "false"),
    .value("ST_WITHIN(\(line), \(square))", "false"),
    .value("ST_WITHIN(\(square), \(square))", "true"),
    .value("ST_WITHIN(\(point("20.9", "0.1")), \(two))", "true"),
    .value("ST_WITHIN(\(point("5", "5")), \(point("5.0", "5")))", "true"),
    .value("ST_WITHIN(\(point("5", "5")), 'here')", nil),
    .value("ST_INTERSECTS(\(line), \(square))", "true"),
    .value("ST_INTERSECTS(\(square), \(line))", "true"),
    .value("ST_INTERSECTS(\(two), \(square))", "true"),
    .value("ST_INTERSECTS(\(point("11", "5")), \(line))", "true"),
    .value("ST_INTERSECTS(\(point("11", "6")), \(line))", "false"),
    .value("ST_INTERSECTS(undefined, \(line))", nil),
  ]

  private static let validity: [SQLCase] = [
    .value("ST_ISVALID(\(point("31.9", "-132.8")))", "false"),
    .value("ST_ISVALID(\(point("31.9", "-4.8")))", "true"),
    .value("ST_ISVALID(\(withHole))", "true"), .value("ST_ISVALID(5)", "false"),
    .value("ST_ISVALID(undefined)", nil),
    .value("ST_ISVALIDDETAILED(\(line))", #"{"valid":true}"#),
    .value(
      "ST_ISVALIDDETAILED(\(polygon("[[31.8, -5], [31.8, -4.7], [32, -4.7], [32, -5]]")))",
      #"{"valid":false,"reason":"The Polygon input is not valid because the start and end points of "#
        + #"the ring number 1 are not the same. Each ring of a polygon must have the same start and "#
        + #"end points."}"#),
    .value(
      "ST_ISVALIDDETAILED(\(point("31.9", "-132.8")))",
      #"{"valid":false,"reason":"Latitude values must be between -90 and 90 degrees."}"#),
    .value(
      "ST_ISVALIDDETAILED(\(point("181", "0")))",
      #"{"valid":false,"reason":"Longitude values must be between -180 and 180 degrees."}"#),
    .value(
      "ST_ISVALIDDETAILED({'type': 'Circle', 'coordinates': []})",
      #"{"valid":false,"reason":"The type 'Circle' is not supported."}"#),
    .value("ST_ISVALID({'type': 'Polygon', 'coordinates': []})", "false"),
    .value("ST_ISVALID({'type': 'LineString', 'coordinates': [[1, 2]]})", "false"),
    .value("ST_ISVALID({'type': 'Point', 'coordinates': ['1', 2]})", "false"),
  ]

  @Test(arguments: relations + validity)
  func `a geometric function returns the value on the vendor's page`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  /// Pairs of points with the known lengths of the shortest paths between them, in metres.
  @Test(
    arguments: [
      (point("0", "0"), point("1", "0"), 111_319.491),
      (point("0", "0"), point("0", "1"), 110_574.389),
      // From Flinders Peak to Buninyong: the example that was published with the formula.
      (
        point("144.42486788888888", "-37.95103341666667"),
        point("143.92649552777777", "-37.65282113888889"), 54_972.271
      ),
      (point("0", "0"), point("180", "0"), 20_003_931.459),
      (point("0", "90"), point("0", "-90"), 20_003_931.459),
      (point("11", "5"), square, 110_898.696), (square, point("11", "5"), 110_898.696),
      (point("5", "5"), square, 0), (line, square, 0),
    ] as [(String, String, Double)])
  func `a distance is that on the ellipsoid`(_ first: String, _ second: String, _ meters: Double)
    throws
  {
    let query = "SELECT VALUE ROUND(ST_DISTANCE(\(first), \(second)) * 1000) FROM c"
    let rows = try SQLCase(query, "").run(over: [[:]])
    #expect(rows == "[\(Int64((meters * 1000).rounded()))]")
  }

  /// The service's own examples of distances and an area.
  @Test(
    arguments: [
      (
        "ST_DISTANCE(\(point("-122.12826822304672", "47.63980239335718")), "
          + "\(point("-122.11758113953535", "47.66901087006131")))", 3345.269817267368, 3e-8
      ),
      (
        "ST_DISTANCE(\(point("-96.84368664765994", "46.81297794314663")), "
          + "\(point("-122.11758113953535", "47.66901087006131")))", 1_907_438.421299902, 3e-11
      ),
      (
        "ST_AREA(\(polygon("[[31.8, -5], [32, -5], [32, -4.7], [31.8, -4.7], [31.8, -5]]")))",
        735970283.0522614, 1e-10
      ),
    ] as [(String, Double, Double)])
  func `a length or area differs little from that of the service`(
    _ expression: String, _ value: Double, _ tolerance: Double
  ) throws {
    let rows = try JSON.parse(Array(SQLCase("SELECT VALUE \(expression)", "").run(over: []).utf8))
    let found = try #require(rows[0]?.number)
    #expect(abs(found / value - 1) < tolerance)
  }

  private static let hole = polygon("[[4, 4], [6, 4], [6, 6], [4, 6], [4, 4]]")
  private static let border = polygon("[[179, 0], [-179, 0], [-179, 2], [179, 2], [179, 0]]")

  @Test(
    arguments: [
      .value("ROUND(ST_AREA(\(square)) / 1e9)", "1228"),
      .value("ROUND(ST_AREA(\(square)) - ST_AREA(\(withHole)) - ST_AREA(\(hole)))", "0"),
      .value("ROUND((ST_AREA(\(square)) + ST_AREA(\(clockwise))) / 1e6)", "510065622"),
      .value("ROUND(ST_AREA(\(border)) / 1e9)", "49"), .value("ST_AREA(\(line))", "0"),
      .value("ST_AREA(5)", nil),
    ] as [SQLCase])
  func `an area counts holes, inverted rings and the border of dates`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  @Test func `the work of comparing each pair of edges is charged to the budget`() throws {
    let ring = (0..<400).map { "[\(Double($0) / 10), 0]" }.joined(separator: ", ")
    let path = "{'type': 'LineString', 'coordinates': [\(ring)]}"
    let statement = try SQLStatement(
      "SELECT VALUE ST_DISTANCE(c.path, c.path) FROM c", parameters: [:])
    let document = try JSON.parse(
      Array(#"{"path": \#(path.split(separator: "'").joined(separator: "\""))}"#.utf8))
    let found = FoundDocument(key: "1", sequence: 0, document: document.object ?? [:])
    let budget = WorkBudget(100_000)
    #expect(throws: SQLError.self) {
      try statement.rows(
        over: [found], at: SQLInstant(milliseconds: 0, seed: 0), within: budget)
    }
  }
}
