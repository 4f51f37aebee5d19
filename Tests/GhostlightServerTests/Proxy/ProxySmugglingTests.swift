import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Request smuggling through a proxy` {
  private static let api = "Host: api.stackmob.com\r\n"
  private static let evil = "GET /evil HTTP/1.1\r\nHost: api.stackmob.com\r\n\r\n"

  /// Returns the status codes of all responses in the received text.
  private static func statuses(in answer: String) -> [Int] {
    answer.matches(of: #/HTTP/1\.1 (\d{3}) /#).compactMap { Int($0.1) }
  }

  @Test(
    arguments: [
      // A `CONNECT` request followed by a body or a second request.
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nContent-Length: 4\r\n\r\nGET ", [400]),
      (
        "CONNECT api.stackmob.com:80 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
          + evil,
        [400]
      ),
      (
        "CONNECT evil.example:443 HTTP/1.1\r\n\r\nGET http://api.stackmob.com/ HTTP/1.1\r\n\r\n",
        [403]
      ),
      // Tunnels within tunnels, and a tunnel after a plain request.
      (
        "CONNECT api.stackmob.com:80 HTTP/1.1\r\n\r\n"
          + "CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", [200, 501]
      ),
      (
        "GET http://api.stackmob.com/a HTTP/1.1\r\n" + api + "\r\n"
          + "CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", [401, 501]
      ),
      // Host names that parsers may interpret differently.
      ("CONNECT api.stackmob.com:443 HTTP/1.1\nHost: a\n\n", [400]),
      ("CONNECT user@127.0.0.1:443 HTTP/1.1\r\n\r\n", [400]),
      ("CONNECT api.stackmob.com@127.0.0.1:443 HTTP/1.1\r\n\r\n", [400]),
      ("CONNECT api.stackmob.com\0.evil.example:443 HTTP/1.1\r\n\r\n", [400]),
      ("CONNECT api.stackmob.com .evil.example:443 HTTP/1.1\r\n\r\n", [400]),
      ("CONNECT api.stackmob.com\t:443 HTTP/1.1\r\n\r\n", [400]),
      ("CONNECT api.stackmob.com:443\r\nHost: evil.example HTTP/1.1\r\n\r\n", [400]),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n", [400]),
      (
        "CONNECT api.stackmob.com:443 HTTP/1.1\r\nA: \(String(repeating: "a", count: 70_000))\r\n\r\n",
        [431]
      ),
    ] as [(String, [Int])])
  func `an ambiguous request before a tunnel is refused and ends the connection`(
    _ text: String, _ statuses: [Int]
  ) async throws {
    try await servingProxy { server in
      let answer = try await server.answer(to: text)
      #expect(Self.statuses(in: answer) == statuses, "\(answer)")
    }
  }

  @Test(
    arguments: [
      // Two body lengths, or an ambiguous one.
      (
        "POST /note HTTP/1.1\r\n\(api)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "0\r\n\r\n" + evil, 400
      ),
      (
        "POST /note HTTP/1.1\r\n\(api)Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  " + evil,
        400
      ),
      ("POST /note HTTP/1.1\r\n\(api)Content-Length: +4\r\n\r\n{}  " + evil, 400),
      ("POST /note HTTP/1.1\r\n\(api)Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n" + evil, 400),
      (
        "POST /note HTTP/1.1\r\n\(api)Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + evil,
        400
      ),
      (
        "POST /note HTTP/1.1\r\n\(api)Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n"
          + evil, 400
      ),
      ("POST /note HTTP/1.1\r\n\(api)Content-Length : 4\r\n\r\n{}  " + evil, 400),
      // Two hosts, or one host that parsers may interpret differently.
      ("GET /note HTTP/1.1\r\n\(api)Host: evil.example\r\n\r\n" + evil, 400),
      ("GET /note HTTP/1.1\r\nHost: api.stackmob.com\0.evil.example\r\n\r\n" + evil, 400),
      // Attempts to reach another host through the tunnel.
      ("CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n" + evil, 501),
      (
        "GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" + evil, 421
      ),
      (
        "GET https://emulator.documents.azure.com/ HTTP/1.1\r\nHost: emulator.documents.azure.com\r\n"
          + "Connection: close\r\n\r\n" + evil, 421
      ),
    ] as [(String, Int)])
  func `an ambiguous request in a tunnel is refused, with TLS and without`(
    _ text: String, _ status: Int
  ) async throws {
    try await servingProxy { server in
      let plain = try await server.answer(to: "CONNECT api.stackmob.com:80 HTTP/1.1\r\n\r\n" + text)
      #expect(Self.statuses(in: plain) == [200, status], "\(plain)")
      let client = try await server.connect(to: "api.stackmob.com:443", asking: "api.stackmob.com")
      await client.send(text)
      let answer = try await client.receiveAll()
      #expect(Self.statuses(in: answer) == [status], "\(answer)")
    }
  }

  @Test func `a forwarded request reaches its host once or not at all`() async throws {
    try await serving(.scheme) { elsewhere in
      let port = elsewhere.addresses["test"]?.port ?? 0
      let url = "POST http://elsewhere.example:\(port)/ HTTP/1.1\r\nHost: elsewhere.example\r\n"
      let rows = [
        (
          url + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + Self.evil,
          [400]
        ),
        (
          url + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            + "1\r\na\r\n0\r\nContent-Length: 9\r\n\r\n" + Self.evil, [400]
        ),
      ]
      try await servingProxy({ options in
        options.settings = .passing
        options.resolveToLoopback()
      }) { server in
        for (text, statuses) in rows {
          let answer = try await server.answer(to: text)
          #expect(Self.statuses(in: answer) == statuses, "\(answer)")
        }
      }
    }
  }
}
