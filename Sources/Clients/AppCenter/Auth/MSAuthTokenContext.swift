public import Foundation
import GhostlightCore
import Synchronization

/// Who is signed in: the token that services send, and the account it is about.
///
/// It outlives the process. Only a change of the account is told to services.
///
/// - Source: protocol reference C12.
public final class MSAuthTokenContext: Sendable {
  package typealias Listener = @Sendable (_ old: String?, _ new: String?) -> Void

  private static let key = "MSAuthToken"

  private let storage: MSStorage
  private let listeners = Mutex<[Listener]>([])
  /// Held while who is signed in changes, so that changes are told in their order.
  private let changing = Mutex(())

  init(storage: MSStorage) { self.storage = storage }

  /// That of the current context.
  public static func sharedInstance() -> MSAuthTokenContext {
    MSAppCenterContext.current.authTokenContext
  }

  private var session: AuthSession? {
    storage.secrets.string(forKey: Self.key).flatMap { AuthSession($0) }
  }

  /// The ID token; `nil` where nobody is signed in.
  public var authToken: String? { session?.token }

  /// The account's id, 36 characters at most; `nil` where nobody is signed in.
  public var accountId: String? { session?.accountID }

  /// When the token ends, as far as is known.
  public var expiresOn: Date? { session?.expiry.map { Date(timeIntervalSince1970: $0) } }

  /// Signs an account in, or out where the token is `nil`.
  public func setAuthToken(
    _ authToken: String?, withAccountId accountId: String?, expiresOn: Date? = nil
  ) {
    let next = authToken.map {
      AuthSession(
        token: $0, accountID: accountId, expiry: expiresOn?.timeIntervalSince1970)
    }
    changing.withLock { _ in
      let old = session?.accountID
      storage.secrets.setString(next?.text, forKey: Self.key)
      guard old != next?.accountID else { return }
      for listener in listeners.withLock({ $0 }) { listener(old, next?.accountID) }
    }
  }

  /// Signs an account of the current context in, or out where the token is `nil`.
  public static func setAuthToken(
    _ authToken: String?, withAccountId accountId: String?, expiresOn: Date? = nil
  ) {
    sharedInstance().setAuthToken(authToken, withAccountId: accountId, expiresOn: expiresOn)
  }

  /// Calls a closure at every change of the account.
  package func observe(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }
}

/// Who is signed in, as it is kept.
struct AuthSession: Sendable, Hashable {
  var token: String
  var accountID: String?
  /// Seconds since 1970.
  var expiry: Double?

  init(token: String, accountID: String?, expiry: Double?) {
    self.token = token
    // The home account's id is this and the tenant's.
    self.accountID = accountID.map { String($0.prefix(36)) }
    self.expiry = expiry
  }

  /// Reads what ``text`` printed.
  init?(_ text: String) {
    guard let json = try? JSON.parse(text), let token = json["token"]?.string else { return nil }
    self.init(
      token: token, accountID: json["accountId"]?.string, expiry: json["expiresOn"]?.number)
  }

  var text: String {
    let json: JSON = [
      "token": .string(token), "accountId": accountID.map(JSON.string) ?? .null,
      "expiresOn": expiry.map(JSON.double) ?? .null,
    ]
    return json.text()
  }
}
