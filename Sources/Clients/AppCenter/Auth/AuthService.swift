import Foundation
import Synchronization

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
