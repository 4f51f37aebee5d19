import GhostlightClient

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
