public import Foundation
import GhostlightCore
import Synchronization

/// The signed-in account, and the token that services send for this account.
///
/// Account and token are stored on the device and outlive the process. Services are notified when
/// the account changes, but not when the same account gets a new token. Apps normally use
/// ``MSAuth`` instead; a test can use this class to sign in an account directly. It can be used
/// from any thread.
///
/// ```swift
/// import AppCenter
///
/// MSAuthTokenContext.setAuthToken("token", withAccountId: "1")
/// print(MSAuthTokenContext.sharedInstance().accountId ?? "-")
/// ```
///
/// - Source: protocol reference C12.
public final class MSAuthTokenContext: Sendable {
  package typealias Listener = @Sendable (_ old: String?, _ new: String?) -> Void

  private static let key = "MSAuthToken"

  private let storage: MSStorage
  private let listeners = Mutex<[Listener]>([])
  /// Locked while the account changes and services are notified, so that they get the changes in
  /// order.
  private let changing = Mutex(())

  init(storage: MSStorage) { self.storage = storage }

  /// Returns the token context of the current SDK context.
  public static func sharedInstance() -> MSAuthTokenContext {
    MSAppCenterContext.current.authTokenContext
  }

  private var session: AuthSession? {
    storage.secrets.string(forKey: Self.key).flatMap { AuthSession($0) }
  }

  /// The token that services send; `nil` if no user is signed in.
  public var authToken: String? { session?.token }

  /// The account's id, at most 36 characters long; `nil` if no user is signed in.
  public var accountId: String? { session?.accountID }

  /// The time when the token expires; `nil` if it is unknown or no user is signed in.
  public var expiresOn: Date? { session?.expiry.map { Date(timeIntervalSince1970: $0) } }

  /// Signs an account in; if the token is `nil`, signs the current account out.
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

  /// Signs an account in or out in the current SDK context; if the token is `nil`, signs it out.
  public static func setAuthToken(
    _ authToken: String?, withAccountId accountId: String?, expiresOn: Date? = nil
  ) {
    sharedInstance().setAuthToken(authToken, withAccountId: accountId, expiresOn: expiresOn)
  }

  /// Registers a closure that is called after every change of the account, with the ids of the
  /// previous and the new account.
  package func observe(_ listener: @escaping Listener) {
    listeners.withLock { $0.append(listener) }
  }
}

/// The signed-in account and its token, as they are stored on the device.
struct AuthSession: Sendable, Hashable {
  var token: String
  var accountID: String?
  /// The time when the token expires, in seconds since 1970; `nil` if it is unknown.
  var expiry: Double?

  init(token: String, accountID: String?, expiry: Double?) {
    self.token = token
    // After the first 36 characters, the vendor's account ids contain the tenant's id, which is
    // left out.
    self.accountID = accountID.map { String($0.prefix(36)) }
    self.expiry = expiry
  }

  /// Parses the string that ``text`` returns, or returns `nil` if the string is invalid.
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
