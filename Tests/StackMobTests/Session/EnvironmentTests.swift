import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMob
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Client environment` {
  @Test(arguments: [
    (true, nil, true), (false, nil, false), (true, false, false), (false, true, true),
  ])
  func `brackets are escaped if the transport needs valid URLs`(
    _ needsValidURLs: Bool, _ choice: Bool?, _ escapes: Bool
  ) async throws {
    let stage = MockTransport(.json(.ok, []))
    let client = try SMClient.of(stage) { environment in
      environment.transport.needsValidURLs = needsValidURLs
      if let choice { environment.escapesBrackets = choice }
    }
    let query = SMQuery(schema: "todo")
    query.where("priority", isGreaterThan: 2)
    _ = try await client.dataStore().perform(query)
    #expect(
      stage.requests.map(\.target.raw)
        == [escapes ? "/todo?priority%5Bgt%5D=2" : "/todo?priority[gt]=2"])
  }

  @Test func `a URL session needs valid URLs`() {
    #expect(SMEnvironment(transport: .urlSession(.shared)).escapesBrackets)
    #expect(SMEnvironment().escapesBrackets)
  }

  @Test(arguments: [
    ("http://127.0.0.1:4401", "http", "127.0.0.1:4401"), ("https://host:8", "https", "host:8"),
  ]) func `a client of an emulator has its address and scheme`(
    _ url: String, _ scheme: String, _ host: String
  ) throws {
    let client = try SMClient(
      emulator: URL(string: url), environment: SMEnvironment(transport: MockTransport().transport))
    #expect(client.session.secureOAuthClient.scheme == scheme)
    #expect(client.session.secureOAuthClient.apiHost == host)
    #expect(client.session.getHttpHost() == host)
    #expect(client.publicKey == SMClient.emulatorPublicKey)
  }
}
