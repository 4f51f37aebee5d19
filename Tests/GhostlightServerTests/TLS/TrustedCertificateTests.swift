import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Certificate download of Cosmos DB` {
  private static func get(
    _ path: String, of emulator: String, _ options: ServerOptions
  ) async throws -> String {
    let server = try await EmulatorServer.start(Stage(StageConfiguration()), options)
    let text = try await RawClient.exchange(
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      withPort: server.port(emulator))
    await server.drain(timeoutSeconds: 0)
    return text
  }

  @Test func `Cosmos DB's emulator serves the authority's certificate`() async throws {
    try await Scratch.use { scratch in
      var options = ServerOptions.patient
      let tls = try ServerTLS.authority(folder: scratch.path, host: "127.0.0.1")
        .open(nowMilliseconds: Scratch.now)
      options.tls = tls
      let answer = try await Self.get("/_explorer/emulator.pem", of: "cosmos", options)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
      #expect(answer.contains("\r\nContent-Type: application/x-pem-file\r\n"))
      let file = try String(
        decoding: TLSFiles.read(scratch.path + "/ca.pem"), as: UTF8.self)
      #expect(answer.hasSuffix("\r\n\r\n" + tls.trusted))
      #expect(file == tls.trusted + "\n")
    }
  }

  @Test func `without TLS the certificate is missing with the remedy`() async throws {
    let answer = try await Self.get("/_explorer/emulator.pem", of: "cosmos", .patient)
    #expect(answer.hasPrefix("HTTP/1.1 404 Not Found\r\n"), "\(answer)")
    #expect(
      answer.contains(
        "\r\nX-Ghostlight-Reason: there is no certificate without TLS; start with --tls\r\n"))
  }

  @Test(arguments: [nil, "0123456789abcdef"])
  func `the page that scripts wait for links to the console, without its token`(
    _ token: String?
  ) async throws {
    var options = ServerOptions.patient
    options.controlToken = token.flatMap(ControlToken.init)
    let server = try await EmulatorServer.start(Stage(StageConfiguration()), options)
    let answer = try await RawClient.exchange(
      "GET /_explorer/index.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      withPort: server.port("cosmos"))
    let control = try server.port("control")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
    #expect(
      answer.hasSuffix(
        "\r\n\r\n<!doctype html><title>Cosmos DB, by Ghostlight</title><p>The emulator is ready. "
          + "The data is in the <a href=\"http://127.0.0.1:\(control)/console/data\">console</a>.\n"
      ))
    let page = try await RawClient.exchange(
      "GET /console/data HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      withPort: control)
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let data = try await RawClient.exchange(
      "GET /__ghostlight/v1/data HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      withPort: control)
    #expect(data.hasPrefix(token == nil ? "HTTP/1.1 200 " : "HTTP/1.1 401 "))
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `only Cosmos DB's emulator serves that page`() async throws {
    let answer = try await Self.get("/_explorer/index.html", of: "egf2", .patient)
    #expect(answer.hasPrefix("HTTP/1.1 404 Not Found\r\n"), "\(answer)")
  }
}
