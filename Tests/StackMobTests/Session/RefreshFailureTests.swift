import Dispatch
import Foundation
import Ghostlight
import GhostlightCore
import StackMob
import StackMobScenarios
import Testing

@Suite struct `A refresh that fails` {
  /// Two devices of one user, of which the first one's session is over.
  private func superseded() async throws -> (TestStage, SMClient) {
    let testStage = try TestStage()
    let first = try await testStage.loggedInDevice()
    let second = try testStage.device()
    _ = try await second.login(withUsername: "jack", password: "pw")
    return (testStage, first)
  }

  @Test func `after a login elsewhere is -109 with both errors, to block and failure block`()
    async throws
  {
    let (testStage, client) = try await superseded()
    let blocks = Blocks()
    client.setTokenRefreshFailureBlock { error, original in
      let info = (error as NSError).userInfo
      let refresh = (info[SMRefreshErrorObjectKey] as? any Error).map(Blocks.text)
      let first = (info[SMOriginalErrorCausingRefreshKey] as? any Error).map(Blocks.text)
      blocks.receive("\(Blocks.text(of: error)), \(refresh ?? "-"), \(first ?? "-")")
      original(error)
    }
    let queue = DispatchQueue(label: "blocks")
    let received = await blocks.next {
      client.dataStore().readObject(
        withId: "1", inSchema: "todo", successCallbackQueue: queue, failureCallbackQueue: queue,
        onSuccess: blocks.object(), onFailure: blocks.idFailure)
    }
    queue.sync {}
    #expect(received == "SMError -109, HTTP 401, HTTP 401")
    #expect(blocks.received == [received, "SMError -109 1 todo"])
    #expect(testStage.calls.suffix(2) == ["GET /todo/1", "POST /user/refreshToken"])
  }

  @Test func `without a block is -109 in the failure block`() async throws {
    let (_, client) = try await superseded()
    let blocks = Blocks()
    let received = await blocks.next {
      client.getLoggedInUser(onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(received == "SMError -109")
  }

  @Test func `before a request has no original error, and the request is not sent`() async throws {
    let (testStage, client) = try await superseded()
    client.session.expiration = nil
    let sent = testStage.calls.count
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(error?.localizedDescription == "Attempt to refresh access token failed.")
    #expect(error?.userInfo.keys.sorted() == ["NSLocalizedDescription", "SMRefreshErrorObject"])
    #expect(testStage.calls.dropFirst(sent) == ["POST /user/refreshToken"])
    #expect(client.isLoggedIn())
  }

  @Test func `throws with await, and tells the block as well`() async throws {
    let (_, client) = try await superseded()
    let blocks = Blocks()
    client.setTokenRefreshFailureBlock { error, original in
      original(error)
      blocks.receive(Blocks.text(of: error))
    }
    var user: Task<Int, any Error>?
    let received = await blocks.next {
      user = Task { try await client.getLoggedInUser().count }
    }
    #expect(received == "SMError -109")
    let pending = try #require(user)
    let error = await #expect(throws: NSError.self) { try await pending.value }
    #expect(error.map(Blocks.text) == "SMError -109")
  }

  @Test func `when asked for by name is HTTP's own error`() async throws {
    let (_, client) = try await superseded()
    let blocks = Blocks()
    let received = await blocks.next {
      client.refreshLoginWith(onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(received == "HTTP 401")
    let error = await #expect(throws: NSError.self) { try await client.refreshLogin() }
    #expect(
      error?.userInfo as? [String: String] == [
        "error": "invalid_grant", "error_description": "Invalid refresh token.",
      ])
  }

  @Test(arguments: [true, false])
  func `when asked for by name is no matter of the token refresh failure block`(
    _ hasToken: Bool
  ) async throws {
    let (testStage, client) = try await superseded()
    if !hasToken { client.session.refreshToken = nil }
    let sent = testStage.calls.count
    let blocks = Blocks()
    client.setTokenRefreshFailureBlock { _, _ in blocks.receive("the token refresh failure block") }
    let received = await blocks.next {
      client.refreshLoginWith(onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(received == (hasToken ? "HTTP 401" : "SMError -100"))
    #expect(blocks.received == [received])
    #expect(testStage.calls.dropFirst(sent) == (hasToken ? ["POST /user/refreshToken"] : []))
  }

  @Test func `when nobody is logged in is -100, later`() async throws {
    let client = try TestStage().device()
    let blocks = Blocks()
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let received = await blocks.next {
      client.session.refreshToken(
        withSuccessCallbackQueue: queue, failureCallbackQueue: queue, onSuccess: blocks.result(),
        onFailure: blocks.failure)
      #expect(blocks.received == [])
      queue.resume()
    }
    #expect(received == "SMError -100")
    let error = await #expect(throws: NSError.self) { try await client.refreshLogin() }
    #expect(error?.localizedDescription == "Refresh Token is nil")
  }

  /// With a refresh token that a login elsewhere has ended, and without one.
  @Test(arguments: [true, false])
  func `before a request tells the block once, and the request is not sent`(
    _ hasToken: Bool
  ) async throws {
    let (testStage, client) = try await superseded()
    client.session.expiration = Date(timeIntervalSince1970: 0)
    if !hasToken { client.session.refreshToken = nil }
    let sent = testStage.calls.count
    let blocks = Blocks()
    client.setTokenRefreshFailureBlock { error, original in
      let info = (error as NSError).userInfo
      let refresh = (info[SMRefreshErrorObjectKey] as? any Error).map(Blocks.text)
      let first = info[SMOriginalErrorCausingRefreshKey] == nil ? "no original" : "original"
      blocks.receive("\(Blocks.text(of: error)), \(refresh ?? "-"), \(first)")
      original(error)
    }
    let queue = DispatchQueue(label: "blocks")
    let received = await blocks.next {
      client.dataStore().readObject(
        withId: "1", inSchema: "todo", successCallbackQueue: queue, failureCallbackQueue: queue,
        onSuccess: blocks.object(), onFailure: blocks.idFailure)
    }
    queue.sync {}
    if hasToken {
      #expect(received == "SMError -109, HTTP 401, no original")
      #expect(blocks.received == [received, "SMError -109 1 todo"])
      #expect(testStage.calls.dropFirst(sent) == ["POST /user/refreshToken"])
    } else {
      // Nothing can be refreshed: the request goes with the old token, and its own failure is told.
      #expect(blocks.received == ["HTTP 401 1 todo"])
      #expect(testStage.calls.dropFirst(sent) == ["GET /todo/1"])
    }
  }
}
