import GhostlightCore
import HTTPTypes
import Synchronization

/// A user: registration by saving a new one, login, and what the server tells about it.
///
/// - Source: protocol reference C.4, B.6.
public final class MKUser: MKCollection {
  /// A new user, to be registered; never `nil`.
  nonisolated public convenience init?() { self.init(in: .current) }

  /// A new user; the name is that of the collection, `users`.
  nonisolated public required init?(name: String) { super.init(name: name) }

  nonisolated init(in instance: MKAppInstance) { super.init(of: "users", in: instance) }

  /// The user name.
  nonisolated public var userName: String? { object(forKey: "username") as? String }
  /// The email address.
  nonisolated public var email: String? { object(forKey: "email") as? String }
  /// Whether the user has confirmed the email address.
  nonisolated public var validated: Bool { object(forKey: "validated") as? Bool ?? false }
  /// The address of the user's picture.
  nonisolated public var gravatarUrlString: String? { object(forKey: "gravatar") as? String }

  nonisolated override var savingDraft: RequestDraft { RequestDraft(.post, path) }

  nonisolated override func sendSave() async throws(MKError) {
    if isTransient { try checkRegistration() }
    try await super.sendSave()
    // The server never tells it; nobody else should.
    state.withLock { state in
      if state.changes["password"] == nil { state.values["password"] = nil }
    }
  }

  nonisolated private func checkRegistration() throws(MKError) {
    guard let email, !email.isEmpty else {
      throw MKError(.invalidParams, message: "The user has no email; set \"email\".")
    }
    guard email.contains("@") else {
      throw MKError(.malformedEmail, message: "\"\(email)\" is no email address.")
    }
    guard let password = object(forKey: "password") as? String, !password.isEmpty else {
      throw MKError(.invalidParams, message: "The user has no password; set \"password\".")
    }
  }
}
