import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Handlers of a route table` {
  private static let read: RouteHandler<[String]>.Reading = { call, state, _ throws(Fault) in
    Response(.ok, body: Array("\(call["id"]) of \(state.count)".utf8))
  }

  private static let add: RouteHandler<[String]>.Changing = {
    call, state, moment throws(Fault) in
    guard call["id"] != "bad" else { throw Fault("bad", .badRequest, "bad id", source: "test") }
    state.append(moment.draw(.hexadecimal(4), named: call["id"]))
    return Response(.created)
  }

  private static let table: RouteTable<[String]> = [
    .get("{id}", "Read", read),
    .post("{id}", "Add", add).allowingAnonymous(),
  ]

  /// Serves a request with the table's routes, and returns the response with its effect.
  ///
  /// The handler changes `state` in place.
  private func serve(
    _ method: String, _ target: RequestTarget, _ state: inout [String]
  ) throws -> (response: Response, effect: Answer.Effect) {
    let match = try #require(Self.table.match(method, target, in: state))
    let call = Call(request: Request(.get, target), captures: match.captures)
    var moment = Moment.numbered()
    return try Self.table.serve(match, call, &state, &moment)
  }

  @Test func `a reading row reads the state`() throws {
    var state = ["a"]
    let served = try serve("GET", "/x", &state)
    #expect(served.response == Response(.ok, body: Array("x of 1".utf8)))
    #expect(served.effect == .read)
  }

  @Test func `a changing row writes the state with ids of the moment`() throws {
    var state = ["a"]
    let served = try serve("POST", "/note", &state)
    #expect(served.response == Response(.created))
    #expect(served.effect == .changed)
    #expect(state == ["a", "note-1"])
  }

  @Test func `a refusal is passed on unchanged`() throws {
    var state = ["a"]
    #expect(throws: Fault("bad", .badRequest, "bad id", source: "test")) {
      try serve("POST", "/bad", &state)
    }
    #expect(state == ["a"])
  }

  @Test func `a table lists its rows for the documentation`() throws {
    let summaries = Self.table.summaries
    #expect(summaries.map(\.method) == ["GET", "POST"])
    #expect(summaries.map(\.pattern) == ["/{id}", "/{id}"])
    #expect(summaries.map(\.title) == ["Read", "Add"])
    #expect(summaries.map(\.changes) == [false, true])
  }

  @Test(arguments: [("GET", false), ("POST", true)])
  func `a row can allow anonymous requests`(method: String, allowsAnonymous: Bool) throws {
    let match = try #require(Self.table.match(method, "/1", in: []))
    #expect(Self.table.allowsAnonymous(match) == allowsAnonymous)
  }

  @Test(arguments: [
    ("PUT", "PUT"), ("PATCH", "PATCH"), ("DELETE", "DELETE"), ("OPTIONS", "OPTIONS"),
  ])
  func `each method has reading and changing rows`(method: String, title: String) throws {
    let reading: RouteTable<[String]> = [
      .put("", "PUT", Self.read), .patch("", "PATCH", Self.read),
      .delete("", "DELETE", Self.read), .options("", "OPTIONS", Self.read),
    ]
    let changing: RouteTable<[String]> = [
      .put("", "PUT", Self.add), .patch("", "PATCH", Self.add),
      .delete("", "DELETE", Self.add), .options("", "OPTIONS", Self.add),
      .get("", "GET", Self.add),
    ]
    let first = try #require(reading.match(method, "/", in: []))
    let second = try #require(changing.match(method, "/", in: []))
    #expect(reading.title(first) == title)
    #expect(changing.title(second) == title)
    #expect(reading.summaries.map(\.changes) == [false, false, false, false])
    #expect(changing.summaries.map(\.changes) == [true, true, true, true, true])
  }
}
