import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Removing a session` {
  /// A session store that calls a closure before it stores a session.
  private final class SlowStore: SMSessionStore {
    let memory = SMMemorySessionStore()
    let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    func session(forKey key: String) -> Data? { memory.session(forKey: key) }

    func setSession(_ session: Data?, forKey key: String) {
      if session != nil { interruption.withLock { $0 }?() }
      memory.setSession(session, forKey: key)
    }

    func userIdentifierMap(named fileName: String) -> [String: String] { [:] }
    func setUserIdentifierMap(_ map: [String: String], named fileName: String) {}
  }

  @Test func `a session that is removed during a refresh is not stored again`() async throws {
    let store = SlowStore()
    let stage = MockTransport(.json(.ok, ["refresh_token": "r", "expires_in": 60]))
    let client = try SMClient.of(stage, loggedIn: true) { $0.store = store }
    let isCleared = DispatchSemaphore(value: 0)
    store.interruption.withLock {
      $0 = {
        Thread.detachNewThread {
          client.session.clearInfo()
          isCleared.signal()
        }
        // The other thread must wait until this one has stored the session. Without the wait, it
        // would clear the session within these 50 milliseconds.
        if isCleared.wait(timeout: .now() + .milliseconds(50)) == .success { isCleared.signal() }
      }
    }
    _ = try await client.refreshLogin()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        isCleared.wait()
        continuation.resume()
      }
    }
    #expect(client.isLoggedOut())
    #expect(try SMClient.of(stage) { $0.store = store }.isLoggedOut())
  }
}
