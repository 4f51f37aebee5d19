import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightServer

@Suite struct `Links of an upstream to itself` {
  private static let base = "http://127.0.0.1:4480"

  private static func links(_ url: String) throws -> ServerLinks {
    ServerLinks(to: try #require(Peer(url)))
  }

  @Test(arguments: [
    ("https://api.example.com", "https://api.example.com/a?b#c", "\(base)/a?b#c"),
    ("https://api.example.com", "HTTPS://API.example.com:443", base),
    ("https://api.example.com", "https://api.example.com.evil/a", nil),
    ("https://api.example.com", "https://api.example.com:8443/a", nil),
    ("https://api.example.com", "http://api.example.com/a", nil),
    ("https://api.example.com", "/a", nil), ("https://api.example.com", "//other/a", nil),
    ("https://api.example.com/v1", "https://api.example.com/v1/a", "\(base)/a"),
    ("https://api.example.com/v1", "https://api.example.com/v1", base),
    ("https://api.example.com/v1", "https://api.example.com/v10", nil),
    ("https://api.example.com/v1", "/v1/a", "/a"), ("https://api.example.com/v1", "/v2/a", nil),
    ("http://127.0.0.1:9", "http://127.0.0.1:9/a", "\(base)/a"),
  ])
  func `in Location lead to where the client asked`(
    _ upstream: String, _ old: String, _ new: String?
  ) throws {
    let response = Response(.found, headers: [.location: old])
    #expect(
      try Self.links(upstream).rewrite(response, for: Request(.get, "/"), as: Self.base)
        == Response(.found, headers: [.location: new ?? old]))
  }

  @Test func `in Link and Content-Location too`() throws {
    let link = HTTPField.Name.known("Link")
    let response = Response(
      .ok,
      headers: [
        link: #"<https://h/a?p=2>; rel="next", <https://other/>; rel="prev""#,
        .contentLocation: "https://h/a",
      ])
    #expect(
      try Self.links("https://h").rewrite(response, for: Request(.get, "/"), as: Self.base)
        == Response(
          .ok,
          headers: [
            link: #"<\#(Self.base)/a?p=2>; rel="next", <https://other/>; rel="prev""#,
            .contentLocation: "\(Self.base)/a",
          ]))
  }

  @Test(arguments: [
    (#"{"next":"https://h/a"}"#, #"{"next":"\#(base)/a"}"#),
    (#"{"next":"https:\/\/h\/a"}"#, #"{"next":"http:\/\/127.0.0.1:4480\/a"}"#),
    (#"["https://h:443","https://h"]"#, #"["\#(base)","\#(base)"]"#),
    (#"["https://h2/a","https://h:8443","https://h.evil"]"#, nil),
  ])
  func `in bodies of text`(_ old: String, _ new: String?) throws {
    var response = Response(
      .ok, headers: [.contentType: "application/json", .contentLength: "\(old.utf8.count)"],
      body: Array(old.utf8))
    let rewritten = try Self.links("https://h")
      .rewrite(response, for: Request(.get, "/"), as: Self.base)
    response.body = Array((new ?? old).utf8)
    response.headers[.contentLength] = "\(response.body.count)"
    #expect(rewritten == response)
  }

  @Test(arguments: [
    Response(.ok, headers: [.contentType: "application/octet-stream"]),
    Response(.ok, headers: [.contentType: "text/event-stream"]),
    Response(.ok, headers: [.contentType: "text/html", .contentEncoding: "gzip"]),
    Response(.partialContent, headers: [.contentType: "text/html"]),
  ])
  func `stay in other bodies`(_ response: Response) throws {
    var response = response
    response.body = Array("https://h/a".utf8)
    #expect(
      try Self.links("https://h").rewrite(response, for: Request(.get, "/"), as: Self.base)
        == response)
  }

  @Test func `are looked for in a body of 1 MiB at most, of known length`() throws {
    let links = try Self.links("https://h")
    var response = Response(.ok, headers: [.contentType: "text/html", .contentLength: "1048576"])
    response.stream = BodyStream(awaiting: BodyPipe())
    #expect(links.mayStand(inBodyOf: response, to: Request(.get, "/")))
    #expect(!links.mayStand(inBodyOf: response, to: Request(.head, "/")))
    response.headers[.contentLength] = "1048577"
    #expect(!links.mayStand(inBodyOf: response, to: Request(.get, "/")))
    response.headers[.contentLength] = nil
    #expect(!links.mayStand(inBodyOf: response, to: Request(.get, "/")))
  }
}
