import GhostlightCore
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Unsent bytes of event sockets` {
  private final class Socket {}

  @Test func `beyond the total limit the sockets with the most bytes are cut off`() {
    let unsent = UnsentBytes(limit: 100)
    let cut = Mutex<[String]>([])
    let sockets = ["a", "b", "c", "d"].map { ($0, Socket()) }
    func note(_ index: Int, _ bytes: Int) {
      let (name, socket) = sockets[index]
      unsent.report(bytes, of: ObjectIdentifier(socket)) { cut.withLock { $0.append(name) } }
    }
    note(0, 10)
    note(1, 50)
    note(2, 40)
    #expect(unsent.sum == 100)
    #expect(cut.withLock { $0 } == [])
    note(0, 11)
    #expect(cut.withLock { $0 } == ["b"])
    #expect(unsent.sum == 51)
    note(2, 0)
    #expect(unsent.sum == 11)
    // Every socket reports 0 when it ends, even after it was cut off.
    note(1, 0)
    note(3, 500)
    #expect(cut.withLock { $0 } == ["b", "d"])
    #expect(unsent.sum == 11)
  }
}
