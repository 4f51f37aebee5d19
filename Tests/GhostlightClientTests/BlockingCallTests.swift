import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightClient

@Suite struct `Blocking calls` {
  private struct Refusal: Error, Equatable {}

  @Test func `a blocking call returns the result or error of its work`() throws {
    let value = try BlockingCall { () async throws(Refusal) -> Int in
      await Task.yield()
      return 7
    }.value()
    #expect(value == 7)
    #expect(throws: Refusal()) {
      try BlockingCall { () async throws(Refusal) -> Int in throw Refusal() }.value()
    }
  }

  /// Blocks more tasks than the machine has cores.
  ///
  /// It must not deadlock, because each call uses its own thread.
  @Test func `blocking calls can block more tasks than there are task threads`() async {
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<32 {
        group.addTask {
          let call = BlockingCall { () async throws(Never) -> Int in
            await Task.yield()
            return number
          }
          return call.value()
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 496)
  }

  /// Blocks more threads than the dispatch queues' pool has.
  ///
  /// No call ends before all calls have started.
  @Test func `blocking calls can block more threads than the system's pools have`() async {
    let count = 600
    let begun = Mutex(0)
    await withCheckedContinuation { continuation in
      let ended = Mutex(0)
      for _ in 0..<count {
        Thread.detachNewThread {
          BlockingCall { () async throws(Never) in
            begun.withLock { $0 += 1 }
            while begun.withLock({ $0 }) < count { await Task.yield() }
          }.value()
          let isLast = ended.withLock { ended in
            ended += 1
            return ended == count
          }
          if isLast { continuation.resume() }
        }
      }
    }
    #expect(begun.withLock { $0 } == count)
  }

  @Test func `a blocking send works on transports with and without waiting`() throws {
    let waiting = Transport { _ throws(TransportError) in
      await Task.yield()
      return Response(.noContent)
    }
    #expect(try waiting.sendAndWait(Request(.get, "/")).status == .noContent)
    var failing = Transport { _ throws(TransportError) in throw .cancelled }
    #expect(throws: TransportError.cancelled) { try failing.sendAndWait(Request(.get, "/")) }
    failing.attempt = { _ throws(TransportError) in .answered(Response(.ok)) }
    #expect(try failing.sendAndWait(Request(.get, "/")).status == .ok)
    failing.attempt = { _ throws(TransportError) in
      .waiting { () async throws(TransportError) in throw .timedOut }
    }
    #expect(throws: TransportError.timedOut) { try failing.sendAndWait(Request(.get, "/")) }
  }

  @Test func `JSON becomes Foundation values with the vendor's numbers`() {
    let json: JSON = [nil, true, "a", ["n": 1.5], 2]
    let values = json.foundation { "\($0.number ?? 0)" } as? [Any]
    #expect(values?[0] is NSNull)
    #expect(values?[1] as? Bool == true)
    #expect(values?[2] as? String == "a")
    #expect((values?[3] as? [String: Any])?["n"] as? String == "1.5")
    #expect(values?[4] as? String == "2.0")
  }
}
