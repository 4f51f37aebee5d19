public import Foundation
import GhostlightClient

extension SMClient {
  /// The public key of the app that every new StackMob emulator contains.
  public static let emulatorPublicKey = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  /// Creates a client that uses the emulator of the given environment.
  ///
  /// In a test, `TestContext.environment()` returns the environment, and the public key is that of
  /// the test's emulator:
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import StackMob
  ///
  /// let context = try TestContext.current
  /// let client = try SMClient(environment: context.environment())
  /// ```
  ///
  /// An environment that you create uses the emulator on this machine. The emulator's URL and the
  /// public key are then read from the variables `GHOSTLIGHT_STACKMOB_URL` and
  /// `STACKMOB_PUBLIC_KEY`, which `ghostlight exec` sets. Without these variables the client uses
  /// `http://127.0.0.1:4401` and ``emulatorPublicKey``.
  ///
  /// - Throws: ``SMException`` if the key does not have 36 characters.
  /// - Source: no page of the vendor's: the ports and the variables are Ghostlight's own.
  public convenience init(environment: SMEnvironment) throws(SMException) {
    try self.init(emulator: nil, environment: environment)
  }

  /// Creates a client that uses the emulator at a URL.
  ///
  /// If `url` or `publicKey` is `nil`, it is found as described at ``init(environment:)``. Secure
  /// calls use http unless the scheme of the URL is https.
  ///
  /// - Throws: ``SMException`` if the version is not a whole number, or if the key does not have 36
  ///   characters.
  /// - Source: no page of the vendor's: the ports and the variables are Ghostlight's own.
  public convenience init(
    emulator url: URL?, apiVersion: String = "0", publicKey: String? = nil,
    environment: SMEnvironment = SMEnvironment()
  ) throws(SMException) {
    let address = EmulatorAddress(url, of: "stackmob", port: 4401)
    var environment = environment
    environment.sendsSecureCallsOverHTTP = address.scheme == "http"
    try self.init(
      apiVersion: apiVersion, apiHost: address.authority,
      publicKey: publicKey ?? environment.emulatorPublicKey, environment: environment)
  }
}

extension SMPushClient {
  /// The private key of the app that every new StackMob emulator contains.
  static let emulatorPrivateKey = "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60"

  /// Creates a push client that uses the emulator of the given environment.
  ///
  /// The emulator's URL and the public key are found as by `SMClient.init(environment:)`. The
  /// private key is read from the variable `STACKMOB_PRIVATE_KEY`.
  ///
  /// - Source: no page of the vendor's: the ports and the variables are Ghostlight's own.
  public convenience init(environment: SMEnvironment) {
    self.init(
      apiVersion: "0", publicKey: environment.emulatorPublicKey,
      privateKey: environment.emulatorKeys.key(
        "STACKMOB_PRIVATE_KEY", published: Self.emulatorPrivateKey),
      pushHost: EmulatorAddress(nil, of: "stackmob", port: 4401).authority,
      environment: environment)
  }
}

extension SMEnvironment {
  /// The public key for the environment's emulator: the value of `STACKMOB_PUBLIC_KEY`, if it is
  /// set.
  fileprivate var emulatorPublicKey: String {
    emulatorKeys.key("STACKMOB_PUBLIC_KEY", published: SMClient.emulatorPublicKey)
  }
}
