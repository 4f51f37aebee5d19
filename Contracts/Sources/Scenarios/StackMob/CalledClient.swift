import TestExecutors

import StackMob

/// The client, called through the API variant that the current call style selects.
struct CalledClient: Sendable {
  let client: SMClient

  var session: SMUserSession { client.session }
  var userSchema: String { client.userSchema }

  func isLoggedIn() -> Bool { client.isLoggedIn() }

  func isLoggedOut() -> Bool { client.isLoggedOut() }

  @discardableResult
  nonisolated(nonsending) func login(withUsername username: String?, password: String?) async throws
    -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.login(withUsername: username, password: password)
    } blocks: { success, failure in
      client.login(
        withUsername: username, password: password, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func login(
    withUsername username: String?, temporaryPassword: String?,
    settingNewPassword newPassword: String?
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.login(
        withUsername: username, temporaryPassword: temporaryPassword,
        settingNewPassword: newPassword)
    } blocks: { success, failure in
      client.login(
        withUsername: username, temporaryPassword: temporaryPassword,
        settingNewPassword: newPassword, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func refreshLogin() async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.refreshLogin()
    } blocks: { success, failure in
      client.refreshLoginWith(onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func getLoggedInUser(with options: SMRequestOptions = SMRequestOptions())
    async throws -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.getLoggedInUser(with: options)
    } blocks: { success, failure in
      client.getLoggedInUser(with: options, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func logout() async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.logout()
    } blocks: { success, failure in
      client.logout(onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func sendForgotPaswordEmail(forUser username: String?) async throws
    -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.sendForgotPaswordEmail(forUser: username)
    } blocks: { success, failure in
      client.sendForgotPaswordEmail(forUser: username, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func changeLoggedInUserPassword(
    from oldPassword: String?, to newPassword: String?
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.changeLoggedInUserPassword(from: oldPassword, to: newPassword)
    } blocks: { success, failure in
      client.changeLoggedInUserPassword(
        from: oldPassword, to: newPassword, onSuccess: success, onFailure: failure)
    }
  }
}
