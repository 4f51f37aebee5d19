import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Documents from remote servers` {
  @Test func `a remote server cannot redirect requests to services on this machine`() async throws {
    let count = Mutex(0)
    try await ServedResponder.run({ _ in
      count.withLock { $0 += 1 }
      return .json(.ok, [:])
    }) { server in
      // RFC 5737 reserves this address for documentation. No request is sent to it.
      let documents = try RemoteDocuments(
        "http://203.0.113.9/", credentials: nil, trustFile: nil)
      let port = server.url.split(separator: ":").last ?? ""
      for host in ["127.0.0.1", "localhost", "[::ffff:7f00:1]", "0x7f.1", "[::1]"] {
        let url = "http://\(host):\(port)/pact"
        let error = await #expect(throws: RemoteDocumentError.self) {
          try await documents.send(.post, url, [:])
        }
        #expect(
          error.map { "\($0)" }?.hasPrefix(
            "http://\(host):\(port) cannot be reached: a server named this machine")
            == true, "\(url): \(String(describing: error))")
      }
      #expect(count.withLock { $0 } == 0)
    }
  }

  @Test func `a local server can link to another local server`() async throws {
    try await ServedResponder.run({ _ in .json(.ok, ["a": 1]) }) { first in
      try await ServedResponder.run({ _ in .json(.ok, ["b": 2]) }) { second in
        let documents = try RemoteDocuments(first.url, credentials: nil, trustFile: nil)
        #expect(try await documents.json(.get, second.url + "/x") == ["b": 2])
      }
    }
  }
}
