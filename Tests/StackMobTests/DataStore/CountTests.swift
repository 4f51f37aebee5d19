import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Count queries` {
  @Test(
    arguments: [
      ("objects 0-0/5", 5), ("0", nil), ("objects 0-0/0", 0), ("objects 0-0/*", nil),
      ("objects 0-0/1/2", nil), ("objects 0-0/-1", nil), ("objects 0-0/", nil), ("/7", 7), (nil, 2),
    ] as [(String?, Int?)])
  func `a count is the total of the range, or the number of objects`(
    _ range: String?, _ count: Int?
  ) async throws {
    var response = Response.json(.partialContent, [["a": 1], ["a": 2]])
    response.headers[.contentRange] = range
    let store = try SMClient.of(MockTransport(response)).dataStore()
    let blocks = Blocks()
    let received = await blocks.next {
      store.performCount(
        SMQuery(schema: "todo"), onSuccess: { blocks.receive($0.stringValue) },
        onFailure: blocks.failure)
    }
    #expect(received == count.map { "\($0)" } ?? "SMError -102")
  }

  @Test func `a count of a response that is not an array fails with -102`() async throws {
    let store = try SMClient.of(MockTransport(.json(.ok, ["a": 1]))).dataStore()
    let error = await #expect(throws: NSError.self) {
      try await store.performCount(SMQuery(schema: "todo"))
    }
    #expect(error.map(Blocks.text) == "SMError -102")
  }
}
