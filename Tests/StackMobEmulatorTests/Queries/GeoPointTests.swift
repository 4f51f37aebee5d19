import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Geopoints` {
  struct Distance: Sendable {
    let latitude: Double
    let longitude: Double
    let radians: Double
  }

  @Test(arguments: [
    Distance(latitude: 37.7750, longitude: -122.4183, radians: 0),
    Distance(latitude: 37.977086, longitude: -122.531033, radians: 0.00385386),
    Distance(latitude: 39.119939, longitude: -120.033188, radians: 0.04017106),
    Distance(latitude: 38.993572, longitude: 59.084473, radians: 1.80151126),
    Distance(latitude: -37.7750, longitude: 57.5817, radians: 3.14159265),
  ])
  func `distances are those of great circles, in radians`(_ row: Distance) throws {
    let center = try #require(GeoPoint(latitude: 37.7750, longitude: -122.4183))
    let point = try #require(GeoPoint(latitude: row.latitude, longitude: row.longitude))
    #expect(abs(center.distance(to: point) - row.radians) < 0.000_000_005)
    #expect(center.distance(to: point) == point.distance(to: center))
  }

  /// Creates an app with objects in San Francisco, San Rafael, at Lake Tahoe and in Turkmenistan,
  /// and one without a location.
  static func app() -> StackMobApp {
    var app = StackMobApp()
    app.post(
      "/places",
      #"""
      [{"places_id":"turkmenistan","location":{"lat":38.993572,"lon":59.084473}},
       {"places_id":"tahoe","location":{"lat":39.119939,"lon":-120.033188}},
       {"places_id":"rafael","location":{"lat":37.977086,"lon":-122.531033}},
       {"places_id":"none"},{"places_id":"null","location":null},
       {"places_id":"francisco","location":{"lat":37.775,"lon":-122.4183}}]
      """#)
    return app
  }

  static let center = "37.7750,-122.4183"

  @Test(
    arguments: [
      (center, ["francisco", "rafael", "tahoe", "turkmenistan"]),
      (center + ",0.0025274225", ["francisco"]), (center + ",0.00385387", ["francisco", "rafael"]),
      (center + ",0.00385385", ["francisco"]), (center + ",0", ["francisco"]),
      (center + ",1.8", ["francisco", "rafael", "tahoe"]),
      (center + ",1e0", ["francisco", "rafael", "tahoe"]),
      ("0,0,0.1", []),
    ] as [(String, [String])])
  func `near sorts by distance, regardless of the order`(_ value: String, _ found: [String]) {
    var app = Self.app()
    #expect(app.get("/places?location[near]=\(value)").all("places_id") == found)
    #expect(
      app.get("/places?location[near]=\(value)", headers: ["X-StackMob-OrderBy": "places_id:desc"])
        .all("places_id") == found)
  }

  @Test func `near adds the distance to the result, but not to the stored object`() {
    var app = Self.app()
    let found = app.get("/places?location[near]=\(Self.center),0.004")
    #expect(
      found.body?[0]?["location"] == ["lat": 37.775, "lon": -122.4183, "distance": 0.0])
    #expect(
      found.body?[1]?["location"]
        == ["lat": 37.977086, "lon": -122.531033, "distance": 0.0038538599176824837])
    #expect(app.get("/places/rafael")["location"] == ["lat": 37.977086, "lon": -122.531033])
  }

  @Test func `near pages by distance`() {
    var app = Self.app()
    let response = app.answer(
      app.request(
        "GET", "/places?location[near]=\(Self.center)", headers: ["Range": "objects=1-2"])
    ).response
    #expect(Reply(response).all("places_id") == ["rafael", "tahoe"])
    #expect(response.status.code == 206)
    #expect(response.headers[.contentRange] == "objects 1-2/4")
  }

  @Test func `near can be combined with other conditions`() {
    var app = Self.app()
    #expect(
      app.get("/places?location[near]=\(Self.center)&places_id[ne]=rafael").all("places_id")
        == ["francisco", "tahoe", "turkmenistan"])
  }

  @Test(
    arguments: [
      (center + ",0.0025274225", ["francisco"]),
      (center + ",0.041", ["tahoe", "rafael", "francisco"]),
      ("37.775,-122.4183,37.775,-122.4183", ["francisco"]),
      ("37,-123,38,-122", ["rafael", "francisco"]),
      ("37,-123,40,-120", ["tahoe", "rafael", "francisco"]),
      ("38,-123,37,-122", []), ("30,50,40,-120", ["turkmenistan", "tahoe", "rafael", "francisco"]),
      ("-90,-180,90,179.9", ["turkmenistan", "tahoe", "rafael", "francisco"]),
    ] as [(String, [String])])
  func `within finds objects in a circle or a box, borders included, without an order`(
    _ value: String, _ found: [String]
  ) {
    var app = Self.app()
    let reply = app.get("/places?location[within]=\(value)")
    #expect(reply.all("places_id") == found)
    #expect(reply.body?.array?.allSatisfy { $0["location"]?["distance"] == nil } == true)
    let sorted = app.get(
      "/places?location[within]=\(value)", headers: ["X-StackMob-OrderBy": "places_id"])
    #expect(sorted.all("places_id") == found.sorted())
  }

  @Test(arguments: [
    "near=", "near=1", "near=1,2,3,4", "near=a,b", "near=1,2,x", "near=91,0", "near=0,180",
    "near=1,2,-1", "near=nan,0", "near=1,,2", "near=0x1,2", "near=1e999,0", "within=1,2",
    "within=1,2,3,4,5", "within=", "within=1,2,-3", "within=91,0,1", "within=0,0,91,0",
    "within=0,0,0,180",
  ])
  func `a malformed value of a geo query is refused`(_ condition: String) {
    var app = Self.app()
    let (name, value) = (condition.prefix { $0 != "=" }, condition.drop { $0 != "=" })
    #expect(
      app.get("/places?location[\(name)]\(value)")
        == .error(400, "Malformed geo value for field location"))
  }

  @Test func `near is refused for a field that is not a geopoint`() {
    var app = Self.app()
    #expect(
      app.get("/places?places_id[near]=1,2")
        == .error(400, "Malformed geo value for field places_id"))
  }

  @Test(arguments: [
    (#"{"lat":91,"lon":0}"#, "lat is 91, not from -90 to 90"),
    (#"{"lat":0,"lon":180}"#, "lon is 180, not from -180 to less than 180"),
    (#"{"lat":"0","lon":180}"#, "lat is not a number"), (#"{"lat":0}"#, "lon is not a number"),
  ])
  func `a geopoint out of range is refused with the reason`(
    _ place: String, _ problem: String
  ) {
    var app = Self.app()
    for (method, target) in [("POST", "/places"), ("PUT", "/places/none")] {
      let answer = app.answer(app.request(method, target, #"{"location":\#(place)}"#)).response
      #expect(answer.status == .badRequest)
      #expect(
        answer.headers[.ghostlightReason]?.contains("its type is geopoint, and \(problem)") == true)
    }
  }

  @Test(arguments: [
    ("near", "91,0", "lat is 91, not from -90 to 90"),
    ("within", "0,-181,1", "lon is -181, not from -180 to less than 180"),
    ("within", "0,0,0,180", "lon is 180, not from -180 to less than 180"),
    ("near", "1", "1 numbers, not from 2 to 3"), ("within", "0,0,-1", "the distance is negative"),
  ])
  func `a geo query out of range is refused with the reason`(
    _ name: String, _ value: String, _ problem: String
  ) {
    var app = Self.app()
    let answer = app.answer(app.request("GET", "/places?location[\(name)]=\(value)")).response
    #expect(answer.status == .badRequest)
    #expect(answer.headers[.ghostlightReason]?.contains(problem) == true)
  }
}
