import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Console cookie` {
  @Test(arguments: [
    ("a=1", "a=1"), ("a=1;b=2", "a=1;b=2"), ("", ""),
    ("ghostlight-control-4400=x", nil), (" ghostlight-control-4400=x ; ", nil),
    ("a=1; ghostlight-control-4400=x; b=2", "a=1; b=2"),
    ("ghostlight-control-1=x; a=\"q\"; ghostlight-control-2=y", "a=\"q\""),
    ("a=ghostlight-control-1", "a=ghostlight-control-1"),
    ("a=1, ghostlight-control-4400=x", "a=1"), ("a=1,ghostlight-control-4400=x,b=2", "a=1,b=2"),
    ("ghostlight-control-1=x, ghostlight-control-2=y", nil),
    ("ghostlight-control-1=x, a=1; c=1,2; b=2,  ghostlight-control-2=y", "a=1; c=1,2; b=2"),
  ])
  func `the console's cookie is removed, other cookies are kept`(_ field: String, _ rest: String?) {
    #expect(ControlCookie.removed(from: field) == rest)
  }

  @Test(arguments: [
    ("http", "127.0.0.1:4400", "ghostlight-control-4400=", ""),
    ("http", "ghostlight", "ghostlight-control-80=", ""),
    ("https", "[::1]:9", "ghostlight-control-9=", "; Secure"),
    ("https", "mac.local", "ghostlight-control-443=", "; Secure"),
  ])
  func `the console's cookie names the control port and is hidden from scripts`(
    _ scheme: String, _ authority: String, _ start: String, _ end: String
  ) throws {
    let request = Request(.post, "/", scheme: scheme, authority: authority)
    #expect(
      ControlCookie.field(try #require(ControlToken("0123456789abcdef")), for: request)
        == start + "0123456789abcdef; Path=/__ghostlight/v1; HttpOnly; SameSite=Strict" + end)
  }

  private static let cookies = Responder(
    name: "cookies",
    immediate: { .text($0.headers[values: .cookie].joined(separator: "|")) })

  /// The `Cookie` fields of successive requests, each with the field that the responder receives.
  private static let heads = [
    ("Cookie: a=1; ghostlight-control-4400=s3cr3t\r\n", "a=1"),
    ("Cookie: ghostlight-control-4400=s3cr3t\r\n", ""),
    ("COOKIE: ghostlight-control-4400=s3cr3t\r\ncookie: b=2\r\n", "b=2"),
    ("Cookie: a=1; ghostlight-control-4400=s3cr3t\r\n", "a=1"), ("Cookie: c=3\r\n", "c=3"),
    ("Cookie: c=3, ghostlight-control-4400=s3cr3t\r\n", "c=3"),
  ]

  @Test(arguments: [false, true])
  func `only control listeners receive the console's cookie`(_ isControl: Bool) async throws {
    var listener = Listener("test", responder: Self.cookies)
    listener.isControl = isControl
    let server = try await HTTPServer.start([listener], limits: .patient, eventLoops: 1)
    let client = try await RawClient.connect(to: server)
    for (fields, _) in Self.heads {
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
    }
    await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    let bodies = try await client.receiveAll().components(separatedBy: "\r\n\r\n").dropFirst()
      .map { $0.components(separatedBy: "HTTP/1.1 ")[0] }
    let secret = "ghostlight-control-4400=s3cr3t"
    #expect(
      bodies
        == (isControl
          ? [
            "a=1; \(secret)", secret, "\(secret)|b=2", "a=1; \(secret)", "c=3", "c=3, \(secret)",
            "",
          ]
          : Self.heads.map(\.1) + [""]))
    await client.close()
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `the journal never contains the console's cookie, also with a proxy`() async throws {
    try await servingProxy { server in
      let head =
        "GET /note HTTP/1.1\r\nHost: api.stackmob.com\r\nConnection: close\r\n"
        + "Cookie: ghostlight-control-4400=s3cr3t; a=1\r\n\r\n"
      _ = try await server.answer(
        to: head.replacing("GET /", with: "GET http://api.stackmob.com/"))
      let tunnel = try await server.connect(
        to: "api.stackmob.com:443", asking: "api.stackmob.com")
      await tunnel.send(head)
      _ = try await tunnel.receive { $0.contains("\r\n\r\n") }
      await tunnel.close()
      let journal = try server.stage.namespace().journal
      #expect(journal.map { $0.request.headers[.cookie] } == ["a=1", "a=1"])
    }
  }
}
