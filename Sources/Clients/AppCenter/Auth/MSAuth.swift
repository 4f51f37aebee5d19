import Foundation
import GhostlightClient
import Synchronization

/// App Center Auth, as much of it as Data needs.
///
/// There is no browser here to sign in with: a provider that the app sets asks the user in its own
/// way.
///
/// - Source: protocol reference C12.
open class MSAuth: MSServiceAbstract {
  /// Asks the user to sign in, and answers who it is.
  public typealias SignInProvider = @Sendable () async throws -> MSUserInformation

  /// `Auth`.
  override open class var serviceName: String { "Auth" }

  /// Begins to serve; ``MSAppCenter`` calls it.
  override open class func start(in context: MSAppCenterContext) { AuthService.of(context).start() }

  /// Whether the service was started and is enabled.
  override open class func isEnabled() -> Bool { AuthService.current.isEnabled }

  /// Enables or disables the service; disabling signs the user out.
  override open class func setEnabled(_ enabled: Bool) { AuthService.current.setEnabled(enabled) }

  /// Sets what asks the user to sign in.
  public static func setSignInProvider(_ provider: SignInProvider?) {
    AuthService.current.setProvider(provider)
  }

  /// Lets the user sign in.
  ///
  /// The handler gets an error of `kMSACAuthErrorDomain`: 100 where the service is disabled, 200
  /// where a sign-in is under way, 201 where it was interrupted, 202 without a provider, 300 without
  /// a network; or the provider's own.
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

  /// Lets the user sign in.
  ///
  /// - Throws: what the handler of ``signIn(completionHandler:)`` gets.
  public static func signIn() async throws -> MSUserInformation {
    try await withCheckedContinuation { continuation in
      AuthService.current.signIn { continuation.resume(returning: $0) }
    }.get()
  }

  /// Signs the user out; Data forgets tokens and documents.
  public static func signOut() { AuthService.current.signOut() }
}

/// Who signed in.
public final class MSUserInformation: Sendable {
  /// The id of the user's account.
  public let accountId: String
  /// The token for the app's own services.
  public let accessToken: String?
  /// The token that says who the user is.
  public let idToken: String?

  /// Describes a user.
  public init(accountId: String, accessToken: String? = nil, idToken: String? = nil) {
    self.accountId = accountId
    self.accessToken = accessToken
    self.idToken = idToken
  }
}

/// What stands behind ``MSAuth`` in one context.
final class AuthService: Sendable {
  typealias Outcome = Result<MSUserInformation, any Error>

  private static let enabledKey = "kMSAuthIsEnabledKey"

  private struct State {
    var isStarted = false
    var provider: MSAuth.SignInProvider?
    /// The number of the sign-in under way.
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
