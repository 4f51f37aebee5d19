import Dispatch
import Foundation
import Ghostlight
import GhostlightCore
import StackMob
import StackMobScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Failed refreshes` {
  /// Returns a client whose refresh token is invalid, because the user has logged in on a second
  /// device.
  private func superseded() async throws -> (TestStage, SMClient) {
    let testStage = try TestStage()
    let first = try await testStage.loggedInDevice()
    let second = try testStage.device()
    _ = try await second.login(withUsername: "jack", password: "pw")
    return (testStage, first)
  }

  /// Returns the texts that the token refresh failure block, if it is called, and the failure block
  /// of a read receive.
  private func received(by client: SMClient) async -> [String] {
    let blocks = Blocks()
    client.setTokenRefreshFailureBlock { error, original in
      let info = (error as NSError).userInfo
      let errors = [SMRefreshErrorObjectKey, SMOriginalErrorCausingRefreshKey].map { key in
        (info[key] as? any Error).map(Blocks.text) ?? (info[key] == nil ? "-" : "no error")
      }
      blocks.receive(([Blocks.text(of: error)] + errors).joined(separator: ", "))
      original(error)
    }
    let queue = DispatchQueue(label: "blocks")
    _ = await blocks.next {
      client.dataStore().readObject(
        withId: "1", inSchema: "todo", successCallbackQueue: queue, failureCallbackQueue: queue,
        onSuccess: blocks.object(), onFailure: blocks.idFailure)
    }
    queue.sync {}
    return blocks.received
  }

  @Test func `a refresh after a login elsewhere fails with -109 and both errors`()
    async throws
  {
    let (testStage, client) = try await superseded()
    #expect(
      await received(by: client) == ["SMError -109, HTTP 401, HTTP 401", "SMError -109 1 todo"])
    #expect(testStage.calls.suffix(2) == ["GET /todo/1", "POST /user/refreshToken"])
  }

  @Test func `without a block the failure block gets -109`() async throws {
    let (_, client) = try await superseded()
    let blocks = Blocks()
    let received = await blocks.next {
      client.getLoggedInUser(onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(received == "SMError -109")
  }

  @Test func `a failed refresh before a request has no original error`() async throws {
    let (testStage, client) = try await superseded()
    client.session.expiration = nil
    let sent = testStage.calls.count
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(error?.localizedDescription == "Attempt to refresh access token failed.")
    #expect(error?.userInfo.keys.sorted() == ["NSLocalizedDescription", "SMRefreshErrorObject"])
    #expect(testStage.calls.dropFirst(sent) == ["POST /user/refreshToken"])
    #expect(client.isLoggedIn())
  }

  @Test func `a failed refresh throws with await and also calls the block`() async throws {
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

  @Test func `an explicit refresh fails with the HTTP status`() async throws {
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
  func `an explicit refresh does not call the token refresh failure block`(
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

  @Test func `an explicit refresh without a user fails with -100 asynchronously`() async throws {
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

  /// Runs with a refresh token that another login has invalidated, and without a refresh token.
  @Test(arguments: [true, false])
  func `a failed refresh before a request calls the block once`(
    _ hasToken: Bool
  ) async throws {
    let (testStage, client) = try await superseded()
    client.session.expiration = Date(timeIntervalSince1970: 0)
    if !hasToken { client.session.refreshToken = nil }
    let sent = testStage.calls.count
    let received = await received(by: client)
    if hasToken {
      #expect(received == ["SMError -109, HTTP 401, -", "SMError -109 1 todo"])
      #expect(testStage.calls.dropFirst(sent) == ["POST /user/refreshToken"])
    } else {
      // Without a refresh token there is no refresh, so the request is sent with the expired token
      // and gets a 401.
      #expect(received == ["HTTP 401 1 todo"])
      #expect(testStage.calls.dropFirst(sent) == ["GET /todo/1"])
    }
  }
}
