import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Callback queues` {
  private static let key = DispatchSpecificKey<String>()

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: key, value: name)
    return queue
  }

  private static var place: String {
    DispatchQueue.getSpecific(key: key) ?? "elsewhere"
  }

  @Test(arguments: [(200, "success"), (404, "failure")])
  func `a callback runs on the queue passed for it`(_ status: Int, _ name: String) async throws {
    let client = try SMClient.of(MockTransport(.json(.init(code: status), [:])))
    let blocks = Blocks()
    let received = await blocks.next {
      client.dataStore().readObject(
        withId: "1", inSchema: "todo", successCallbackQueue: Self.queue("success"),
        failureCallbackQueue: Self.queue("failure"),
        onSuccess: { _, _ in blocks.receive(Self.place) },
        onFailure: { _, _, _ in blocks.receive(Self.place) })
    }
    #expect(received == name)
  }

  @Test(arguments: [200, 404])
  func `the default callback queue is the main queue`(_ status: Int) async throws {
    DispatchQueue.main.setSpecific(key: Self.key, value: "main")
    let client = try SMClient.of(MockTransport(.json(.init(code: status), [:])))
    let blocks = Blocks()
    let received = await blocks.next {
      client.getLoggedInUser(
        onSuccess: { _ in blocks.receive(Self.place) },
        onFailure: { _ in blocks.receive(Self.place) })
    }
    #expect(received == "main")
  }

  @Test func `callbacks run after the call has returned, and can be omitted`() async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try SMClient.of(stage)
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let blocks = Blocks()
    client.getLoggedInUser(
      successCallbackQueue: queue, onSuccess: blocks.result(), onFailure: nil)
    #expect(stage.requests.count == 1)
    #expect(blocks.received == [])
    queue.resume()
    queue.sync {}
    #expect(blocks.received == [""])
    client.getLoggedInUser(onSuccess: nil, onFailure: nil)
    #expect(stage.requests.count == 2)
  }
}
