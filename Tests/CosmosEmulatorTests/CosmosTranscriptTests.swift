import Foundation
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import TestSupport
import Testing

@testable import CosmosEmulator

@Suite struct `Transcripts of Cosmos DB` {
  /// Turns the method `QUERY` of a transcript, whose body is a query, into a request.
  private static func asQuery(_ request: inout Request) {
    guard request.method.rawValue == "QUERY" else { return }
    request.method = .post
    request.body = JSON.object(["query": .string(request.text)]).bytes
    request.headers[.contentType] = "application/query+json"
    request.headers[.msIsQuery] = "True"
    request.headers[.msCrossPartition] = "True"
  }

  @Test(arguments: ["resources", "documents", "queries"])
  func `each request gets the recorded response`(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts/\(name).txt")
    try Transcript.play(file, from: 1_568_974_272_123, on: { CosmosBackend() }) {
      request, _, moment in
      Self.asQuery(&request)
      if let key = HTTPField.Name("pk"), let partition = request.headers[key] {
        request.headers[key] = nil
        request.headers[.msPartitionKey] = partition
      }
      guard request.headers[.authorization] == nil else { return }
      request = request.signed(with: .wellKnown, milliseconds: moment.milliseconds)
    }
  }
}

extension Request {
  /// The body as a string.
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
