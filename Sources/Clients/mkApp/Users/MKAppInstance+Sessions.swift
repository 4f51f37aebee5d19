import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// Logging in, restoring a stored session, and logging out.
///
/// - Source: protocol reference C4, B6.
extension MKAppInstance {
  func logIn(
    _ email: String, _ password: String, isKept: Bool
  ) async throws(MKError) -> MKUser {
    let login = try await login(email, password)
    let user = user(login.item)
    _ = changeSession {
      $0.begin(login.sessionID, of: user)
    } storing: {
      if isKept { credentials.save(login.credentials) } else { credentials.clear() }
    }
    return user
  }

  /// Logs the stored user in again, unless the session has changed since `mark`.
  ///
  /// Returns whether there is a new session. Calls that find their session expired at the same time
  /// share one login and its result.
  func renewSession(since mark: SessionMark) async -> Bool {
    await renewal.value { await self.renew(since: mark) } ?? false
  }

  private func renew(since mark: SessionMark) async -> Bool {
    let now = state.withLock { $0.mark }
    if now.sessionID != mark.sessionID { return now.sessionID != nil }
    guard now.renewals == mark.renewals, let kept = credentials.load() else { return false }
    defer { state.withLock { $0.renewals += 1 } }
    guard let login = try? await login(kept.email, kept.password) else { return false }
    return beginSession(login, since: now.changes) != nil
  }

  func restore() async throws(MKError) -> RestoredUser {
    var changes = state.withLock { $0.sessionChanges }
    guard let kept = credentials.load() else { return RestoredUser() }
    do throws(MKError) {
      if let sessionID = kept.sessionID {
        guard let begun = changeSession(since: changes, { $0.sessionID = sessionID }) else {
          return RestoredUser(user: getLoggedUser())
        }
        changes = begun
        if let item = try await who() {
          return RestoredUser(
            user: continueSession(item, of: kept, since: changes) ?? getLoggedUser())
        }
        changes = changeSession(since: changes) { $0.endSession() } ?? changes
      }
      let login = try await login(kept.email, kept.password)
      return RestoredUser(user: beginSession(login, since: changes) ?? getLoggedUser())
    } catch {
      if error.statusCode.map({ $0 >= 500 }) ?? (error.code == .connectionFailed) {
        let user = user((try? JSON.parse(kept.user))?.object ?? [:])
        let isCurrent =
          changeSession(since: changes) { $0.begin(kept.sessionID, of: user) } != nil
        return RestoredUser(user: isCurrent ? user : getLoggedUser(), isUnchecked: isCurrent)
      }
      if error.statusCode == 402 || error.statusCode == 404 {
        _ = changeSession(since: changes) {
          $0.endSession()
        } storing: {
          credentials.clear()
        }
      }
      throw error
    }
  }

  func logOut() async throws(MKError) {
    defer {
      _ = changeSession {
        $0.endSession()
      } storing: {
        credentials.clear()
      }
    }
    _ = try await send(RequestDraft(.post, "users", "logout"))
  }

  /// Requests an email to a user from the server.
  ///
  /// `kind` is the path segment: `forgot` for a new password, `resend` for confirming the email
  /// address.
  func mail(_ kind: String, to email: String) async throws(MKError) {
    let body: JSON = ["email": .string(email)]
    _ = try await send(RequestDraft(.post, "users", kind).sending(body))
  }

  /// Sends a login request and returns its result, without changing the instance.
  private func login(_ email: String, _ password: String) async throws(MKError) -> UserLogin {
    let form = FormURLEncoding.encode([.init("email", email), .init("password", password)])
    let draft = RequestDraft(.post, "users", "login")
      .sending(form, as: "application/x-www-form-urlencoded")
    let answer = try await object(draft)
    guard let sessionID = answer["id"]?.string, var item = answer["user"]?.object else {
      throw MKError(.invalidResponse, message: "The server's response has no session or no user.")
    }
    if item["id"] == nil { item["id"] = answer["uid"] }
    return UserLogin(email: email, password: password, sessionID: sessionID, item: item)
  }

  /// Returns the current session's user, or `nil` if the server does not know the session.
  private func who() async throws(MKError) -> JSONObject? {
    let response = try await attempt(RequestDraft(.get, "users", "me"))
    if response.status == .noContent || response.status == .unauthorized { return nil }
    guard response.status.code < 400 else { throw MKError(response) }
    guard let item = response.json?.object else {
      throw .unexpected(response.status.code, "a user")
    }
    return item
  }

  /// Sets the session of `login` and returns its user.
  ///
  /// Returns `nil` if the session has changed since `sessionChanges` was equal to `changes`.
  private func beginSession(_ login: UserLogin, since changes: Int) -> MKUser? {
    let user = user(login.item)
    let begun = changeSession(since: changes) {
      $0.begin(login.sessionID, of: user)
    } storing: {
      credentials.save(login.credentials)
    }
    return begun.map { _ in user }
  }

  /// Continues the stored session and returns its user.
  ///
  /// Returns `nil` if the session has changed since `sessionChanges` was equal to `changes`.
  private func continueSession(
    _ item: JSONObject, of kept: MKCredentials, since changes: Int
  ) -> MKUser? {
    let user = user(item)
    var fresh = kept
    fresh.user = JSON.object(item).description
    let begun = changeSession(since: changes) {
      $0.begin(kept.sessionID, of: user)
    } storing: {
      credentials.save(fresh)
    }
    return begun.map { _ in user }
  }

  private func user(_ item: JSONObject) -> MKUser {
    let user = MKUser(in: self)
    user.replace(with: item)
    return user
  }

  /// Changes the session and then its stored copy under one lock, so that both end in the same
  /// state.
  ///
  /// - Returns: The new change number of the session, or `nil` if its change number was no longer
  ///   `changes`; in that case nothing is changed.
  private func changeSession(
    since changes: Int? = nil, _ change: (inout MKAppState) -> Void, storing store: () -> Void = {}
  ) -> Int? {
    storing.withLock { _ in
      let count = state.withLock { state -> Int? in
        guard changes == nil || changes == state.sessionChanges else { return nil }
        change(&state)
        state.sessionChanges += 1
        return state.sessionChanges
      }
      if count != nil { store() }
      return count
    }
  }
}

/// The email address and password of a login, and the session and user in the server's response.
private struct UserLogin: Sendable {
  let email: String
  let password: String
  let sessionID: String
  let item: JSONObject

  var credentials: MKCredentials {
    MKCredentials(
      email: email, password: password, sessionID: sessionID,
      user: JSON.object(item).description)
  }
}

/// The result of restoring the user whose credentials are stored.
struct RestoredUser: Sendable {
  /// The user; `nil` if no credentials are stored.
  var user: MKUser?
  /// Whether the server could not be reached, so that `user` contains the stored fields.
  var isUnchecked = false
}
