import GhostlightCore
import Synchronization
import Testing

@Suite struct `Batches of completions` {
  private final class Thread: Sendable {
    let batches = Mutex<[[Int]]>([])

    func post(_ number: Int) {
      CompletionBatch.post(to: ObjectIdentifier(self), by: { self.run($0) }) {
        self.batches.withLock { $0[$0.count - 1].append(number) }
      }
    }

    private func run(_ work: () -> Void) {
      batches.withLock { $0.append([]) }
      work()
    }
  }

  @Test func `a batch passes its work to each thread once, in order`() {
    let (one, other) = (Thread(), Thread())
    CompletionBatch.run {
      one.post(1)
      other.post(2)
      one.post(3)
      #expect(one.batches.withLock { $0 } == [])
    }
    #expect(one.batches.withLock { $0 } == [[1, 3]])
    #expect(other.batches.withLock { $0 } == [[2]])
  }

  @Test func `work outside a batch is passed on at once`() {
    let thread = Thread()
    thread.post(1)
    CompletionBatch.run {}
    thread.post(2)
    #expect(thread.batches.withLock { $0 } == [[1], [2]])
  }
}
