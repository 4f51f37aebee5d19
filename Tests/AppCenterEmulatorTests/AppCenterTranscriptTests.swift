import Foundation
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterEmulator

@Suite struct `The whole token exchange` {
  @Test func `each request gets the recorded response`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts/exchange.txt")
    try Transcript.play(file, from: Exchange.now, on: { AppCenterBackend() })
  }

  private static func properties(_ backends: AppCenterBackend...) -> StateProperties {
    StateProperties(of: backends.map(\.state)) {
      $0 == "AppCenterState.configuration" || $0 == "AppCenterState.cosmosPort"
    }
  }

  @Test func `a snapshot restores each stored property`() throws {
    var exchange = Exchange()
    try exchange.setUp(
      "app exists", ["secret": "s", "account": "a", "database": "d", "collection": "c"])
    try exchange.setUp("tokens live", ["seconds": 5])
    var restored = AppCenterBackend()
    try restored.restore(try JSON.parse(exchange.backend.snapshot.text()))
    let properties = Self.properties(exchange.backend)
    #expect(properties.differences(from: Self.properties(restored)) == [])
    #expect(Self.properties(AppCenterBackend(), exchange.backend).constants == [])
    try restored.restore(AppCenterBackend().snapshot)
    #expect(Self.properties(AppCenterBackend()).differences(from: Self.properties(restored)) == [])
    let names = Mirror(reflecting: restored).children.compactMap(\.label)
    #expect(names == ["state", "date"])
  }

  @Test(
    arguments: [
      (nil, nil, "tokens.example", "http://tokens.example:8081"),
      (9000, nil, "127.0.0.1:4404", "http://127.0.0.1:9000"),
      (nil, "db.example:1", "127.0.0.1:4404", "https://db.example:1"),
      (nil, nil, "tokens.appcenter.ms", "emulator"),
      (nil, nil, "tokens.appcenter.ms:4404", "http://tokens.appcenter.ms:8081"),
      (nil, nil, "appcenter.ms", "http://appcenter.ms:8081"),
      (nil, "db.example:1", "Tokens.AppCenter.ms", "emulator"),
    ] as [(Int?, String?, String, String)])
  func `the default account is where the Cosmos DB emulator listens`(
    _ port: Int?, _ origin: String?, _ authority: String, _ account: String
  ) {
    var exchange = Exchange()
    if let port { exchange.backend.cosmosPort.setPort(port) }
    if let origin { exchange.backend.cosmosPort.setOrigin(scheme: "https", authority: origin) }
    var request = RefusalRow.request(#"{"partitions":["readonly"]}"#)
    request.authority = authority
    let token = exchange.respond(to: request).json?["tokens"]?[0]
    #expect(token?["dbAccount"] == .string(account))
  }

  @Test func `web pages may read responses only from a configured origin`() throws {
    let moment = Moment(milliseconds: Exchange.now, seed: 1)
    for (origins, origin, allowed) in [
      ([], "http://a.example", nil), (["http://a.example"], "http://a.example", "http://a.example"),
      (["http://a.example"], "http://b.example", nil),
      (["*"], "http://b.example", "http://b.example"),
    ] as [([String], String, String?)] {
      var exchange = Exchange()
      exchange.backend = try AppCenterBackend(
        configuration: ["allowedOrigins": .array(origins.map(JSON.string))], at: moment)
      #expect(exchange.backend.allowedOrigins == origins)
      var request = RefusalRow.request(#"{"partitions":["readonly"]}"#)
      request.headers[.origin] = origin
      let response = exchange.respond(to: request)
      let failure = exchange.backend.answer(
        ServiceFailure(.serviceUnavailable), to: request, at: moment)
      #expect(response.status == .ok && failure.status == .serviceUnavailable)
      for headers in [response.headers, failure.headers] {
        #expect(headers[.accessControlAllowOrigin] == allowed)
        #expect(
          headers[.accessControlExposeHeaders]
            == allowed.map { _ in "x-ms-retry-after-ms, X-Ghostlight-Reason" })
        #expect(headers[.vary] == allowed.map { _ in "Origin" })
      }
    }
  }
}
