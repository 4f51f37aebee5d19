import Foundation
import GhostlightClient
import Synchronization

/// App Center Auth, reduced to the part that App Center Data needs.
///
/// The vendor's SDK opens a browser to sign in. This module calls a provider instead, which the app
/// sets and which can show its own sign-in screen. Pass the class to
/// ``MSAppCenter/start(_:withServices:)`` before signing in. The signed-in user is stored, so that
/// the user is still signed in when the app is started again.
///
/// ```swift
/// import AppCenter
///
/// MSAuth.setSignInProvider { MSUserInformation(accountId: "1", idToken: "token") }
/// let user = try await MSAuth.signIn()
/// print(user.accountId)
/// MSAuth.signOut()
/// ```
///
/// - Source: protocol reference C12.
open class MSAuth: MSServiceAbstract {
  /// Called to sign a user in; returns the user's account.
  ///
  /// Set it with ``MSAuth/setSignInProvider(_:)``. The provider runs in a task, may show the app's
  /// own sign-in screen and may take as long as the user needs. ``MSAuth/signIn()`` throws the
  /// error that the provider throws.
  public typealias SignInProvider = @Sendable () async throws -> MSUserInformation

  /// The name of the service: `Auth`.
  override open class var serviceName: String { "Auth" }

  /// Starts the service in a context.
  ///
  /// ``MSAppCenter`` calls it; an app does not. Starting the service does not sign a user in. A
  /// user who was signed in when the app last ran stays signed in, with the stored token.
  override open class func start(in context: MSAppCenterContext) { AuthService.of(context).start() }

  /// Returns whether the service was started and is enabled.
  ///
  /// Whether the service is enabled is stored on the device and outlives the process.
  override open class func isEnabled() -> Bool { AuthService.current.isEnabled }

  /// Enables or disables the service; disabling it signs the user out.
  ///
  /// The setting is stored on the device and outlives the process.
  override open class func setEnabled(_ enabled: Bool) { AuthService.current.setEnabled(enabled) }

  /// Sets the provider that signs users in; `nil` removes it.
  public static func setSignInProvider(_ provider: SignInProvider?) {
    AuthService.current.setProvider(provider)
  }

  /// Signs a user in with the provider, and passes the user or an error to the handler.
  ///
  /// The error has the domain `kMSACAuthErrorDomain` and one of these codes: 100 if the service is
  /// disabled, 200 if a sign-in is in progress, 201 if a sign-out interrupted the sign-in, 202 if
  /// there is no provider, 300 if there is no network. If the provider throws, the handler gets the
  /// provider's error.
  public static func signIn(
    completionHandler: @escaping (MSUserInformation?, (any Error)?) -> Void
  ) {
    let handler = CompletionHandler<AuthService.Outcome> { outcome in
      switch outcome {
      case .success(let user): completionHandler(user, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
    AuthService.current.signIn { handler($0) }
  }

  /// Signs a user in with the provider, and returns the user.
  ///
  /// - Throws: The error that the handler of ``signIn(completionHandler:)`` would get.
  public static func signIn() async throws -> MSUserInformation {
    try await withCheckedContinuation { continuation in
      AuthService.current.signIn { continuation.resume(returning: $0) }
    }.get()
  }

  /// Signs the user out.
  ///
  /// App Center Data then removes its tokens and documents from the device.
  public static func signOut() { AuthService.current.signOut() }
}

/// A user's account, as returned by sign-in.
///
/// A ``MSAuth/SignInProvider`` creates it. Set at least one of the two tokens: services send the ID
/// token, or the access token if there is no ID token.
public final class MSUserInformation: Sendable {
  /// The id of the user's account, which the identity provider has assigned.
  public let accountId: String
  /// The token for the app's own backend; `nil` if there is none.
  public let accessToken: String?
  /// The ID token, which identifies the user to services; `nil` if there is none.
  public let idToken: String?

  /// Creates an account from the values that the app's identity provider has returned.
  public init(accountId: String, accessToken: String? = nil, idToken: String? = nil) {
    self.accountId = accountId
    self.accessToken = accessToken
    self.idToken = idToken
  }
}

/// The implementation of ``MSAuth`` in one context.
final class AuthService: Sendable {
  typealias Outcome = Result<MSUserInformation, any Error>

  private static let enabledKey = "kMSAuthIsEnabledKey"

  private struct State {
    var isStarted = false
    var provider: MSAuth.SignInProvider?
    /// The sequence number of the sign-in in progress; `nil` if there is none.
    var signIn: Int?
    var count = 0
  }

  private let state = Mutex(State())
  private let storage: MSStorage
  private let tokens: MSAuthTokenContext
  private let reachability: MSNetworkReachability
  private let calls = MSCallRegistry()

  init(_ context: MSAppCenterContext) {
    storage = context.storage
    tokens = context.authTokenContext
    reachability = context.reachability
  }

  static func of(_ context: MSAppCenterContext) -> AuthService {
    context.part(AuthService.self) { AuthService($0) }
  }

  static var current: AuthService { of(.current) }

  func start() { state.withLock { $0.isStarted = true } }

  var isEnabled: Bool {
    state.withLock { $0.isStarted } && storage.settings.string(forKey: Self.enabledKey) != "false"
  }

  func setEnabled(_ enabled: Bool) {
    storage.settings.setString(enabled ? nil : "false", forKey: Self.enabledKey)
    if !enabled { signOut() }
  }

  func setProvider(_ provider: MSAuth.SignInProvider?) {
    state.withLock { $0.provider = provider }
  }

  func signOut() {
    state.withLock { $0.signIn = nil }
    tokens.setAuthToken(nil, withAccountId: nil)
  }

  func signIn(_ deliver: @escaping @Sendable (Outcome) -> Void) {
    guard isEnabled else { return deliver(Self.failure(100, "Auth is disabled.")) }
    guard reachability.isReachable else {
      return deliver(Self.failure(300, "User sign-in failed. Internet connection is down."))
    }
    let (provider, number) = state.withLock { state -> (MSAuth.SignInProvider?, Int?) in
      guard let provider = state.provider, state.signIn == nil else { return (state.provider, nil) }
      state.count += 1
      state.signIn = state.count
      return (provider, state.count)
    }
    guard let provider else {
      return deliver(Self.failure(202, "Sign-in is not configured; set a sign-in provider."))
    }
    guard let number else {
      return deliver(Self.failure(200, "signIn already in progress."))
    }
    calls.start { deliver(await self.outcome(of: provider, number)) }
  }

  private func outcome(of provider: MSAuth.SignInProvider, _ number: Int) async -> Outcome {
    let outcome: Outcome
    do { outcome = .success(try await provider()) } catch { outcome = .failure(error) }
    let isLatest = state.withLock { state in
      guard state.signIn == number else { return false }
      state.signIn = nil
      return true
    }
    guard isLatest else {
      return Self.failure(201, "User sign-in was interrupted by another operation.")
    }
    if case .success(let user) = outcome {
      tokens.setAuthToken(user.idToken ?? user.accessToken, withAccountId: user.accountId)
    }
    return outcome
  }

  private static func failure(_ code: Int, _ text: String) -> Outcome {
    .failure(
      NSError(
        domain: kMSACAuthErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: text]))
  }
}
