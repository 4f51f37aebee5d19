import Foundation
import GhostlightClient
import Synchronization

/// App Center Auth, as far as Data needs it.
///
/// The vendor's SDK opens a browser to sign in. This one calls a provider that the app sets, which
/// asks the user in its own way. Pass the class to ``MSAppCenter/start(_:withServices:)`` before
/// signing in. The signed-in user is stored, so that a later run of the app starts signed in.
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
  /// Called to sign the user in, and returns the user's account.
  ///
  /// The app sets it with ``MSAuth/setSignInProvider(_:)``. It runs in a task, may show the app's
  /// own screen and may take as long as the user needs. An error that it throws is passed to the
  /// caller of ``MSAuth/signIn()``.
  public typealias SignInProvider = @Sendable () async throws -> MSUserInformation

  /// The name of the service: `Auth`.
  override open class var serviceName: String { "Auth" }

  /// Starts the service in a context.
  ///
  /// ``MSAppCenter`` calls it.
  ///
  /// A start does not sign in. If the user was signed in at the end of an earlier run, the stored
  /// token is still valid for the other services.
  override open class func start(in context: MSAppCenterContext) { AuthService.of(context).start() }

  /// Returns whether the service was started and is enabled.
  ///
  /// It is `false` before the start. The setting is stored on the device and outlives the process.
  override open class func isEnabled() -> Bool { AuthService.current.isEnabled }

  /// Enables or disables the service.
  ///
  /// Disabling it signs the user out.
  ///
  /// The setting is stored on the device and outlives the process.
  override open class func setEnabled(_ enabled: Bool) { AuthService.current.setEnabled(enabled) }

  /// Sets the provider that signs users in; `nil` removes it.
  public static func setSignInProvider(_ provider: SignInProvider?) {
    AuthService.current.setProvider(provider)
  }

  /// Signs the user in with the provider and reports the user.
  ///
  /// The handler gets an error in `kMSACAuthErrorDomain`: 100 if the service is disabled, 200 if a
  /// sign-in is in progress, 201 if it was interrupted by a sign-out, 202 if there is no provider,
  /// 300 if there is no network. It can also be an error of the provider.
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

  /// Signs the user in with the provider and returns the user.
  ///
  /// - Throws: The error that the handler of ``signIn(completionHandler:)`` would get.
  public static func signIn() async throws -> MSUserInformation {
    try await withCheckedContinuation { continuation in
      AuthService.current.signIn { continuation.resume(returning: $0) }
    }.get()
  }

  /// Signs the user out.
  ///
  /// Data then removes its tokens and documents from the device.
  public static func signOut() { AuthService.current.signOut() }
}

/// The account of a user, as a sign-in returned it.
///
/// A ``MSAuth/SignInProvider`` creates it. At least one of the tokens should be set: services send
/// the ID token, or the access token if there is no ID token.
public final class MSUserInformation: Sendable {
  /// The id of the user's account.
  public let accountId: String
  /// The token for the app's own services; `nil` if there is none.
  public let accessToken: String?
  /// The token that identifies the user; `nil` if there is none.
  public let idToken: String?

  /// Creates the description of a user.
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
    /// The sequence number of the sign-in in progress.
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
