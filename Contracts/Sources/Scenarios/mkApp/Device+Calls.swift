import Foundation
import TestExecutors
import mkApp

/// Calls that the SDK offers in several forms; the current call style selects the form.
extension Device {
  private nonisolated(nonsending) func call<Value>(
    _ wait: nonisolated(nonsending) () async throws -> Value,
    blocks: (
      (
        _ success: @escaping @Sendable (Value) -> Void,
        _ failure: @escaping @Sendable (any Error) -> Void
      ) -> Void
    )? = nil,
    blocking: (() throws -> Value)? = nil
  ) async throws -> Value {
    try await run {
      try await CallStyle.call(
        wait, blocks: blocks,
        blocking: blocking.map { block in
          { try MKAppInstance.$current.withValue(instance, operation: block) }
        })
    }
  }

  nonisolated(nonsending) func save(_ object: MKCollection) async throws {
    try await call {
      try await object.save()
    } blocks: { success, failure in
      object.saveInBackground { _, error in error.map(failure) ?? success(()) }
    } blocking: {
      try object.save()
    }
  }

  nonisolated(nonsending) func save(_ object: MKCollection?) async throws {
    try await call {
      try await object.save()
    } blocks: { success, failure in
      object.saveInBackground { _, error in error.map(failure) ?? success(()) }
    } blocking: {
      try object.save()
    }
  }

  nonisolated(nonsending) func refresh(_ object: MKCollection) async throws {
    try await call {
      try await object.refresh()
    } blocks: { success, failure in
      object.refreshInBackground { _, error in error.map(failure) ?? success(()) }
    } blocking: {
      try object.refresh()
    }
  }

  nonisolated(nonsending) func refresh(_ object: MKCollection?) async throws {
    try await call {
      try await object.refresh()
    } blocks: { success, failure in
      object.refreshInBackground { _, error in error.map(failure) ?? success(()) }
    } blocking: {
      try object.refresh()
    }
  }

  nonisolated(nonsending) func delete(_ object: MKCollection) async throws {
    try await call {
      try await object.delete()
    } blocks: { success, failure in
      object.deleteInBackground { _, error in error.map(failure) ?? success(()) }
    } blocking: {
      try object.delete()
    }
  }

  nonisolated(nonsending) func delete(_ object: MKCollection?) async throws {
    try await call {
      try await object.delete()
    } blocks: { success, failure in
      object.deleteInBackground { _, error in error.map(failure) ?? success(()) }
    } blocking: {
      try object.delete()
    }
  }

  nonisolated(nonsending) func load(_ file: MKCollectionFile) async throws -> Data {
    try await call {
      try await file.loadData()
    } blocks: { success, failure in
      file.loadDataInBackground { _, data, error in
        error.map(failure) ?? success(data ?? Data())
      }
    } blocking: {
      try file.loadData()
    }
  }

  nonisolated(nonsending) func find(_ query: MIAQuery) async throws -> [MKCollection] {
    try await call {
      try await query.findObjects()
    } blocks: { success, failure in
      query.findObjects { objects, error in
        error.map(failure) ?? success(objects as? [MKCollection] ?? [])
      }
    } blocking: {
      let objects: [Any] = try query.findObjects()
      return objects as? [MKCollection] ?? []
    }
  }

  /// Counts the objects that a query finds; the SDK has no block variant of this call.
  nonisolated(nonsending) func count(_ query: MIAQuery) async throws -> Int {
    try await call {
      try await query.countObjects()
    } blocking: {
      try query.countObjects()
    }
  }

  /// Returns an object by its id; the SDK has no blocking variant of this call.
  nonisolated(nonsending) func get(_ id: String, by query: MIAQuery) async throws -> MKCollection {
    try await call {
      try await query.getObject(withID: id)
    } blocks: { success, failure in
      query.getObjectWithID(id) { object, error in
        guard let object = object as? MKCollection else {
          return failure(error ?? ExecutorError("the block was given nothing"))
        }
        success(object)
      }
    }
  }
}

/// Calls for users; only logging out has a blocking variant in the SDK.
extension Device {
  @discardableResult
  nonisolated(nonsending) func logIn(
    _ email: String, password: String = "first-password", isKept: Bool = false
  ) async throws -> MKUser {
    try await call {
      try await MKUser.logInWithEmail(email, password: password, storeUserLocaly: isKept)
    } blocks: { success, failure in
      MKUser.logInWithEmail(inBackground: email, password: password, storeUserLocaly: isKept) {
        user, error in
        guard let user else {
          return failure(error ?? ExecutorError("the block was given nothing"))
        }
        success(user)
      }
    }
  }

  nonisolated(nonsending) func restore() async throws -> (user: MKUser?, localCredential: Bool) {
    try await call {
      try await MKUser.loginWithLocalStoredUser()
    } blocks: { success, failure in
      MKUser.login(withLocalStoredUser: { user, error, isUnchecked in
        error.map(failure) ?? success((user, isUnchecked))
      })
    }
  }

  /// Ends the session of a user; the SDK has no block variant of this call.
  nonisolated(nonsending) func logOut(_ user: MKUser) async throws {
    try await call {
      try await user.logout()
    } blocking: {
      try user.logout()
    }
  }

  nonisolated(nonsending) func restoreLostPassword(_ email: String) async throws {
    try await call {
      try await MKUser.restoreLostPassword(forUserEmail: email)
    } blocks: { success, failure in
      MKUser.restoreLostPassword(forUserEmail: email) { error in
        error.map(failure) ?? success(())
      }
    }
  }

  nonisolated(nonsending) func resendVerificationEmail(_ email: String) async throws {
    try await call {
      try await MKUser.resendVerificationEmail(email)
    } blocks: { success, failure in
      MKUser.resendVerificationEmail(email) { error in error.map(failure) ?? success(()) }
    }
  }
}
