import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Matcher syntax` {
  private static let recorded = Request(
    .post, "/a?t=1&x=1&oauth_nonce=n", authority: "a.example",
    headers: [.contentType: "application/json", .accept: "a"],
    body: Array(#"{"sent":1,"title":"x","list":[{"id":1}]}"#.utf8))

  /// The parts of a matcher, and the indexes of the requests below that match the recorded request.
  @Test(arguments: [
    ([], "0123456"), (["method", "path", "query", "body"], "0"), (["method", "path"], "012345"),
    (["query:-t", "body"], "06"), (["query:-t", "body:-$.sent"], "046"),
    (["query:-t", "body:-$..id", "body:-$.sent"], "046"), (["body:subset"], "01356"),
    (["body:subset", "body:-$.sent"], "013456"), (["body:bytes"], "0136"),
    (["host"], "01245"), (["header:Accept"], "0345"), (["header:Accept", "host"], "045"),
    (["scheme", "port"], "012345"),
  ])
  func `named parts select equal requests`(_ parts: [String], _ same: String) throws {
    var requests = [Request](repeating: Self.recorded, count: 7)
    requests[1].target = RequestTarget("/a?t=1&x=2")
    requests[1].headers[.accept] = "b"
    requests[2].body = Array("{}".utf8)
    requests[2].headers[.accept] = nil
    requests[3].target = RequestTarget("/a?x=1")
    requests[3].target = RequestTarget("/a?x=3")
    requests[3].authority = "b.example"
    requests[4].body = Array(#"{"title":"x","sent":2,"list":[{"id":1}]}"#.utf8)
    requests[5].target = RequestTarget("/a?t=2&x=2")
    requests[5].body = Array(#"{"sent":1.0,"title":"x","list":[{"id":1,"new":2}],"more":[]}"#.utf8)
    requests[6].method = .put
    requests[6].scheme = "https"
    requests[6].authority = "c.example"
    requests[6].headers[.accept] = "c"
    let matcher = try Matcher(parsing: parts)
    let matching = requests.indices.filter { matcher.matches(requests[$0], Self.recorded) }
    #expect(matching.map(String.init).joined() == same)
  }

  private static func form(_ nonce: String, _ title: String) -> Request {
    Request(
      .post, "/", headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Array("nonce=\(nonce)&title=\(title)".utf8))
  }

  private static func multipart(_ nonce: String, _ title: String) -> Request {
    let boundary = "b\(nonce)"
    let parts = [("nonce", nonce), ("title", title)].map { name, value in
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return Request(
      .post, "/", headers: [.contentType: "multipart/form-data; boundary=\(boundary)"],
      body: Array((parts.joined() + "--\(boundary)--\r\n").utf8))
  }

  private static func json(_ nonce: String, _ title: String) -> Request {
    Request(
      .post, "/", headers: [.contentType: "application/json"],
      body: Array(#"{"nonce":"\#(nonce)","title":"\#(title)"}"#.utf8))
  }

  @Test(arguments: ["body:-nonce", "body:-$.nonce", "body:-$['nonce']"])
  func `a field is ignored by its name in forms, multipart bodies and JSON`(
    _ part: String
  ) throws {
    let matcher = try Matcher(parsing: [part])
    for request in [Self.form, Self.multipart, Self.json] {
      #expect(matcher.matches(request("1", "x"), request("2", "x")))
      #expect(!matcher.matches(request("1", "x"), request("1", "y")))
      let whole = try Matcher(parsing: ["body"])
      #expect(!whole.matches(request("1", "x"), request("2", "x")))
    }
  }

  @Test(arguments: [
    (["bodyy"], "\"bodyy\" is not a part of a request; use method, scheme, host"),
    (["query:-"], "\"query:-\" is not a part"), ([""], "\"\" is not a part"),
    (["header:a b"], "header:a b does not name a valid header field"),
    (["body:-"], "\"body:-\" is not a part"),
    (["body:-a", "body:bytes"], "body:bytes and body:-a cannot be combined"),
    (["body:-$.["], "body:-$.[: invalid JSON path \"$.[\""),
    (["body:bytes", "body:subset"], "body:bytes and body:subset cannot be combined"),
    (["body:-$.a", "body:bytes"], "body:bytes and body:-$.a cannot be combined"),
  ])
  func `an invalid part gives an error`(_ parts: [String], _ start: String) throws {
    let error = try #require(throws: MatcherSyntaxError.self) { try Matcher(parsing: parts) }
    #expect(error.description.hasPrefix(start), "\(error)")
  }
}
