import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

/// Tests of extreme numbers in requests, which must be refused or processed with their exact
/// values.
@Suite struct `Extreme numbers in requests to StackMob` {
  private static let most = "9223372036854775807"
  private static let least = "-9223372036854775808"

  private func todos() -> StackMobApp {
    var app = StackMobApp()
    app.post("/todo", #"[{"todo_id":"1","n":1,"at":{"lat":1,"lon":2}},{"todo_id":"2","n":2}]"#)
    return app
  }

  @Test(
    arguments: [
      ("objects=0-\(most)", 200, nil), ("objects=1-\(most)", 206, "objects 1-1/2"),
      ("objects=\(most)-", 206, "objects \(most)-\(most)/2"),
      ("objects=\(most)-\(most)", 206, "objects \(most)-\(most)/2"),
      ("objects=9223372036854775808-", 400, nil), ("objects=0-9223372036854775808", 400, nil),
      ("objects=\(least)-1", 400, nil), ("objects=-1-1", 400, nil), ("objects=\(most)-0", 400, nil),
    ] as [(String, Int, String?)])
  func `ranges`(range: String, status: Int, content: String?) {
    for target in ["/todo", "/todo?n[gt]=0"] {
      var app = todos()
      let answer = app.answer(app.request("GET", target, headers: ["Range": range]))
      #expect(answer.response.status.code == status)
      #expect(answer.response.headers[.contentRange] == content)
    }
  }

  @Test(
    arguments: [
      ("n=\(most)", 200), ("n[gte]=\(least)", 200), ("n=9223372036854775808", 200),
      ("n[in]=\(least),\(most)", 200), ("n[in]=-9223372036854775809", 200), ("n=1e999", 400),
      ("n=1\(String(repeating: "0", count: 400))", 400), ("n=92233720368547758.08", 400),
      ("[or\(least)].[and\(most)].n=1", 200), ("[or9223372036854775808].n=1", 400),
      ("at[near]=1e308,0", 400), ("at[near]=0,180", 400), ("at[near]=0,0,1e308", 200),
      ("at[near]=0,0,1e309", 400), ("at[within]=0,0,-1", 400),
      ("at[within]=-90,-180,90,179.9", 200),
      ("_expand=\(most)", 200), ("_expand=\(least)", 400), ("_expand=9223372036854775808", 400),
    ])
  func `queries`(query: String, status: Int) {
    var app = todos()
    #expect(app.get("/todo?\(query)").status == status)
  }

  /// Two numbers with twenty digits that are the same double, their negatives, and smaller numbers.
  private static let large = [
    "-18446744073709551617", "-18446744073709551616", "-1", "9223372036854775807",
    "18446744073709551616", "18446744073709551617",
  ]

  @Test(
    arguments: [
      ("n=18446744073709551616", [4]), ("n=18446744073709551617", [5]),
      ("n=18446744073709551618", []), ("n[gt]=18446744073709551616", [5]),
      ("n[gte]=18446744073709551616", [4, 5]), ("n[lt]=18446744073709551617", [0, 1, 2, 3, 4]),
      ("n[lte]=-18446744073709551617", [0]), ("n[lt]=-18446744073709551616", [0]),
      ("n[gt]=-18446744073709551617", [1, 2, 3, 4, 5]),
      ("n[gt]=100000000000000000000", []), ("n[gt]=9223372036854775807", [4, 5]),
      ("n[in]=18446744073709551617,-1", [2, 5]),
      ("n[nin]=18446744073709551617,-1", [0, 1, 3, 4]),
      ("n[ne]=18446744073709551617", [0, 1, 2, 3, 4]), ("n=%2B18446744073709551617", [5]),
    ])
  func `numbers beyond 64 bits compare by value`(query: String, positions: [Int]) {
    for type in ["integer", "float"] {
      var app = StackMobApp()
      app.post("/todo", type == "integer" ? #"{"todo_id":"x","n":1}"# : #"{"todo_id":"x","n":1.5}"#)
      app.delete("/todo/x")
      for (position, number) in Self.large.enumerated() {
        #expect(app.post("/todo", #"{"todo_id":"\#(position)","n":\#(number)}"#).status == 201)
      }
      #expect(app.get("/todo?\(query)").all("todo_id") == positions.map { "\($0)" })
    }
  }

  @Test(
    arguments: [
      (most, "1", 400), (least, "-1", 400), (most, "-1", 200), (least, most, 200),
      ("1", "9223372036854775808", 400), ("1", "1.5", 400),
    ])
  func `counters`(present: String, amount: String, status: Int) {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1","n":\#(present)}"#)
    let before = app.get("/todo/1")
    #expect(app.put("/todo/1", #"{"n[inc]":\#(amount)}"#).status == status)
    #expect((app.get("/todo/1") == before) == (status == 400))
  }

  @Test(arguments: [Int.max, 1, Int.min])
  func `the time until custom code has started can be long`(start: Int) {
    var app = StackMobApp {
      $0.customCode = ["slow": CustomCode(startSeconds: start) { _ in Response(.ok) }]
    }
    let first = app.answer(app.request("GET", "/slow")).response
    #expect(first.status.code == (start > 0 ? 503 : 200))
    #expect(first.headers[.retryAfter] == (start > 0 ? "\(start)" : nil))
    let second = app.answer(app.request("GET", "/slow")).response
    #expect(second.status.code == (start > 0 ? 503 : 200))
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max - 1_000_000])
  func `the clock can have any time, in strict mode too`(milliseconds: Int64) throws {
    var app = StackMobApp.withJack {
      $0.isStrict = true
      $0.tokenLifetimeSeconds = .max
    }
    app.milliseconds = milliseconds
    try app.logIn("jack")
    let session = try #require(app.session)
    for timestamp in [Int64.min, .max] {
      let request = app.request("GET", "/user/jack").signed(with: session, timestamp: timestamp)
      #expect(app.send(request) == StackMobApp.notAuthorized)
      #expect(
        app.send(app.request("GET", "/user").signed(with: app.keys, timestamp: timestamp))
          == StackMobApp.notAuthorized)
    }
    let now = app.request("GET", "/user/jack").signed(with: session, timestamp: milliseconds / 1000)
    #expect(app.send(now).status == 200)
    app.session = nil
    #expect(app.put("/user/jack", #"{"age":1}"#).status == 200)
  }

  @Test(arguments: ["0", "-1", "00000000000000000001", "9223372036854775808", "1e3", ""])
  func `versions`(version: String) throws {
    var app = StackMobApp.withJack()
    try app.given("version deployed", ["version": 1])
    let accept = "application/vnd.stackmob+json; version=\(version)"
    let status = app.get("/user/jack", headers: ["Accept": accept]).status
    #expect(status == (version.hasSuffix("001") ? 401 : 200))
  }
}
