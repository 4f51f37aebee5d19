import TestExecutors

import StackMob

/// The push client, called through the API variant that the current call style selects.
struct CalledPush: Sendable {
  let push: SMPushClient

  nonisolated(nonsending) func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true
  ) async throws {
    try await CallStyle.call {
      try await push.registerDeviceToken(token, withUser: user, overwrite: overwrite)
    } blocks: { success, failure in
      push.registerDeviceToken(
        token, withUser: user, overwrite: overwrite, onSuccess: { success(()) }, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func getTokensForUsers(_ users: [String]?) async throws -> [String:
    [SMPushToken]]
  {
    try await CallStyle.call {
      try await push.getTokensForUsers(users)
    } blocks: { success, failure in
      push.getTokensForUsers(
        users, onSuccess: { success($0 as? [String: [SMPushToken]] ?? [:]) }, onFailure: failure)
    }
  }

  nonisolated(nonsending) func deleteToken(_ token: Any?) async throws {
    try await CallStyle.call {
      try await push.deleteToken(token)
    } blocks: { success, failure in
      push.deleteToken(token, onSuccess: { success(()) }, onFailure: failure)
    }
  }

  nonisolated(nonsending) func broadcastMessage(_ message: [AnyHashable: Any]?) async throws {
    try await CallStyle.call {
      try await push.broadcastMessage(message)
    } blocks: { success, failure in
      push.broadcastMessage(message, onSuccess: { success(()) }, onFailure: failure)
    }
  }

  nonisolated(nonsending) func sendMessage(_ message: [AnyHashable: Any]?, toUsers users: [String]?)
    async throws
  {
    try await CallStyle.call {
      try await push.sendMessage(message, toUsers: users)
    } blocks: { success, failure in
      push.sendMessage(message, toUsers: users, onSuccess: { success(()) }, onFailure: failure)
    }
  }

  nonisolated(nonsending) func sendMessage(_ message: [AnyHashable: Any]?, toTokens tokens: [Any]?)
    async throws
  {
    try await CallStyle.call {
      try await push.sendMessage(message, toTokens: tokens)
    } blocks: { success, failure in
      push.sendMessage(message, toTokens: tokens, onSuccess: { success(()) }, onFailure: failure)
    }
  }
}
