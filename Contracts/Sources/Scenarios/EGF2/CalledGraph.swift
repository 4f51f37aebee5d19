import EGF2
import Foundation
import TestExecutors

/// The graph, called through the API variant that the current call style selects.
package struct CalledGraph: Sendable {
  let graph: EGF2Graph

  /// Whether the app may use cached values; otherwise it requests all values from the server.
  @TaskLocal package static var readsCache = true

  var isAuthorized: Bool { graph.isAuthorized }

  @discardableResult
  nonisolated(nonsending) func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Foundation.Date,
    password: String
  ) async throws -> Bool? {
    try await CallStyle.call {
      try await graph.register(
        withFirstName: firstName, lastName: lastName, email: email, dateOfBirth: dateOfBirth,
        password: password)
      return true
    } blocks: { success, failure in
      graph.register(
        withFirstName: firstName, lastName: lastName, email: email, dateOfBirth: dateOfBirth,
        password: password, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func login(withEmail email: String, password: String) async throws
    -> Bool?
  {
    try await CallStyle.call {
      try await graph.login(withEmail: email, password: password)
      return true
    } blocks: { success, failure in
      graph.login(withEmail: email, password: password, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func logout() async throws -> Bool? {
    try await CallStyle.call {
      try await graph.logout()
      return nil
    } blocks: { success, failure in
      graph.logout(withCompletion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func change(oldPassword: String, withNewPassword newPassword: String)
    async throws -> Bool?
  {
    try await CallStyle.call {
      try await graph.change(oldPassword: oldPassword, withNewPassword: newPassword)
      return nil
    } blocks: { success, failure in
      graph.change(
        oldPassword: oldPassword, withNewPassword: newPassword, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func restorePassword(withEmail email: String) async throws -> Bool? {
    try await CallStyle.call {
      try await graph.restorePassword(withEmail: email)
      return nil
    } blocks: { success, failure in
      graph.restorePassword(withEmail: email, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func resetPassword(withToken token: String, newPassword: String)
    async throws -> Bool?
  {
    try await CallStyle.call {
      try await graph.resetPassword(withToken: token, newPassword: newPassword)
      return nil
    } blocks: { success, failure in
      graph.resetPassword(
        withToken: token, newPassword: newPassword, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func verifyEmail(withToken token: String) async throws -> Bool? {
    try await CallStyle.call {
      try await graph.verifyEmail(withToken: token)
      return nil
    } blocks: { success, failure in
      graph.verifyEmail(withToken: token, completion: done(success, failure))
    }
  }

  @discardableResult
  nonisolated(nonsending) func resendEmailVerification() async throws -> Bool? {
    try await CallStyle.call {
      try await graph.resendEmailVerification()
      return nil
    } blocks: { success, failure in
      graph.resendEmailVerification(withCompletion: done(success, failure))
    }
  }
}

/// Calls `success` with the value, or `failure` with the error.
func tell<Value>(
  _ value: Value?, _ error: NSError?, _ success: (Value) -> Void, _ failure: (any Error) -> Void
) {
  if let value {
    success(value)
  } else {
    failure(error ?? ExecutorError("the block was given nothing"))
  }
}

/// Returns a block that calls `success` with the Boolean of a result, or `failure` with the error.
func done(
  _ success: @escaping @Sendable (Bool?) -> Void,
  _ failure: @escaping @Sendable (any Error) -> Void
) -> Completion {
  { result, error in error.map(failure) ?? success(result as? Bool) }
}
