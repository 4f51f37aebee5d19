import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Server errors` {
  @Test(arguments: [
    ServerError.portTaken(name: "mia", host: "127.0.0.1", port: 4402),
    .cannotListen(name: "mia", host: "127.0.0.1", port: 4402, reason: "no such address"),
  ])
  func `a server error names listener, address and remedy in one line`(_ error: ServerError) {
    let text = error.description
    for part in ["mia", "127.0.0.1", "4402", "0"] { #expect(text.contains(part)) }
    #expect(text.contains("Stop") || text.contains("Choose"))
    #expect(!text.contains("\n"))
  }

  @Test(arguments: Refusal.allCases)
  func `each refusal is one line of plain text`(_ refusal: Refusal) {
    let response = refusal.response
    #expect((400...599).contains(response.status.code))
    #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(response.text.split(separator: "\n").count == 1)
  }
}
