import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Renewal of a session` {
  /// A mock backend that accepts only the session of the last login.
  private final class Backend: Sendable {
    private let state = Mutex((session: String?.none, logins: 0))

    var logins: Int { state.withLock { $0.logins } }

    func endSession() { state.withLock { $0.session = nil } }

    func answer(_ request: Request) -> Response {
      state.withLock { state in
        if request.target.path == "/users/login" {
          state.logins += 1
          let session = "s\(state.logins)"
          state.session = session
          return .session(session)
        }
        let sent = request.headers.first { $0.name.rawName == "sid" }?.value
        return sent == state.session ? .json(.ok, []) : .refusal(401, "Unauthorized")
      }
    }
  }

  private static func user(of app: TestApp) async throws -> MKUser {
    try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
  }

  @Test(arguments: [true, false])
  func `200 calls at once renew a session with one login`(_ waits: Bool) async throws {
    let backend = Backend()
    let app = TestApp { environment in
      environment.transport = Transport { request in
        await Task.yield()
        return backend.answer(request)
      }
      if !waits { environment.transport.attempt = { .answered(backend.answer($0)) } }
    }
    _ = try await Self.user(of: app)
    backend.endSession()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await app.run { try await MIAQuery(collectionName: "c").findObjects().count }
        }
      }
      for try await count in group { #expect(count == 0) }
    }
    #expect(backend.logins == 2)
  }

  @Test func `blocking calls on all task threads renew a session with one login`() async throws {
    let backend = Backend()
    let app = TestApp { environment in
      environment.transport = Transport { request in
        await Task.yield()
        return backend.answer(request)
      }
    }
    _ = try await Self.user(of: app)
    backend.endSession()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<32 {
        group.addTask { Self.findBlocking(app) }
      }
    }
    #expect(backend.logins == 2)
  }

  private static func findBlocking(_ app: TestApp) {
    #expect(throws: Never.self) {
      try app.run { _ = try MIAQuery(collectionName: "c").findObjects() }
    }
  }

  @Test func `a logout during a renewal ends the session`() async throws {
    let backend = Backend()
    let user = Mutex<MKUser?>(nil)
    let app = TestApp { environment in
      environment.transport = Transport { request in
        let answer = backend.answer(request)
        if request.target.path == "/users/login", backend.logins == 2 {
          try? await user.withLock { $0 }?.logout()
        }
        return answer
      }
    }
    let jack = try await Self.user(of: app)
    user.withLock { $0 = jack }
    backend.endSession()
    await #expect(
      throws: MKError(.operationNotAllowed, statusCode: 401, message: "Unauthorized")
    ) {
      try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
    }
    #expect(backend.logins == 2)
    #expect(app.instance.sessionID == nil && app.instance.getLoggedUser() == nil)
    #expect(app.store.bytes(named: "mia-credentials.json") == nil)
  }
}
