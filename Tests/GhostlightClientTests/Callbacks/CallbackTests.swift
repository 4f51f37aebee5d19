import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import GhostlightClient

@Suite struct `Callbacks` {
  @Test func `a completion handler is called with the first value only`() {
    var values: [Int] = []
    let handler = CompletionHandler<Int> { values.append($0) }
    handler(1)
    handler(2)
    #expect(values == [1])
    let other = CompletionHandler<Int> { values.append($0 * 10) }
    other(3)
    #expect(values == [1, 30])
  }

  @Test func `a completion handler that calls itself is called once`() {
    var values: [Int] = []
    var handler: CompletionHandler<Int>?
    handler = CompletionHandler<Int> { value in
      values.append(value)
      handler?(value + 1)
    }
    handler?(1)
    #expect(values == [1])
  }

  @Test func `a completion handler releases its block after the call`() {
    final class Canary {}
    var canary: Canary? = Canary()
    weak let watched = canary
    let handler = CompletionHandler<Int> { [canary] _ in _ = canary }
    canary = nil
    #expect(watched != nil)
    handler(1)
    #expect(watched == nil)
  }

  @Test func `a queue executor runs all parts of a task on its queue`() async {
    let queue = DispatchQueue(label: "executor")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let executor = QueueExecutor(queue)
    let parts = Mutex<[Bool]>([])
    let task = Task(executorPreference: executor) {
      for _ in 0..<3 {
        parts.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
        await Task.yield()
      }
    }
    await task.value
    #expect(parts.withLock { $0 } == [true, true, true])
  }
}
