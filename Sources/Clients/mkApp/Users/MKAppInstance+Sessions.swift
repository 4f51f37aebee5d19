import GhostlightCore
import HTTPTypes
import Synchronization

/// Login, restoring and logout.
///
/// - Source: protocol reference C.4, B.6.
extension MKAppInstance {
  func logIn(
    _ email: String, _ password: String, isKept: Bool
  ) async throws(MKError) -> MKUser {
    let form = FormURLEncoding.encode([.init("email", email), .init("password", password)])
    let draft = RequestDraft(.post, "users", "login")
      .sending(form, as: "application/x-www-form-urlencoded")
    let answer = try await object(draft)
    guard let sessionID = answer["id"]?.string, var item = answer["user"]?.object else {
      throw MKError(.invalidResponse, message: "The server's answer has no session and user.")
    }
    if item["id"] == nil { item["id"] = answer["uid"] }
    if isKept {
      credentials.save(
        MKCredentials(
          email: email, password: password, sessionID: sessionID,
          user: JSON.object(item).description))
    } else {
      credentials.clear()
    }
    return begin(sessionID, of: item)
  }

  /// Makes a user the one who is logged in.
  private func begin(_ sessionID: String?, of item: JSONObject) -> MKUser {
    let user = MKUser(in: self)
    user.replace(with: item)
    state.withLock {
      $0.sessionID = sessionID
      $0.user = user
    }
    return user
  }

  /// Logs the kept user in again, unless another call has done so; whether there is a new session.
  func renewSession(insteadOf old: String?) async -> Bool {
    if let sessionID, sessionID != old { return true }
    guard let kept = credentials.load() else { return false }
    return (try? await logIn(kept.email, kept.password, isKept: true)) != nil
  }

  func restore() async throws(MKError) -> RestoredUser {
    guard let kept = credentials.load() else { return RestoredUser() }
    do throws(MKError) {
      if let sessionID = kept.sessionID, let item = try await who(sessionID) {
        var fresh = kept
        fresh.user = JSON.object(item).description
        credentials.save(fresh)
        return RestoredUser(user: begin(sessionID, of: item))
      }
      return RestoredUser(user: try await logIn(kept.email, kept.password, isKept: true))
    } catch {
      if error.statusCode.map({ $0 >= 500 }) ?? (error.code == .connectionFailed) {
        let item = (try? JSON.parse(kept.user))?.object ?? [:]
        return RestoredUser(user: begin(kept.sessionID, of: item), isUnchecked: true)
      }
      if error.statusCode == 402 || error.statusCode == 404 {
        credentials.clear()
        endSession()
      }
      throw error
    }
  }

  /// The user of a session; `nil` where the server knows none.
  private func who(_ sessionID: String) async throws(MKError) -> JSONObject? {
    state.withLock { $0.sessionID = sessionID }
    let response = try await attempt(RequestDraft(.get, "users", "me"))
    if response.status == .noContent || response.status == .unauthorized {
      endSession()
      return nil
    }
    guard response.status.code < 400 else { throw MKError(response) }
    guard let item = response.json?.object else {
      throw .unexpected(response.status.code, "a user")
    }
    return item
  }

  func logOut() async throws(MKError) {
    defer {
      credentials.clear()
      endSession()
    }
    _ = try await send(RequestDraft(.post, "users", "logout"))
  }

  private func endSession() {
    state.withLock {
      $0.sessionID = nil
      $0.user = nil
    }
  }

  /// Lets the server send a mail.
  func mail(_ kind: String, to email: String) async throws(MKError) {
    let body: JSON = ["email": .string(email)]
    _ = try await send(RequestDraft(.post, "users", kind).sending(body))
  }
}
