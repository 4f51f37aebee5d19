public import Foundation
import GhostlightClient

extension SMClient {
  /// The public key of the app that each new emulator has.
  public static let emulatorPublicKey = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  /// Creates a client of the emulator that an environment names.
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
  /// An environment that you create uses the emulator on this machine. Address and key are then the
  /// values of `GHOSTLIGHT_STACKMOB_URL` and `STACKMOB_PUBLIC_KEY`, which `ghostlight exec` sets.
  /// Without these variables they are `http://127.0.0.1:4401` and ``emulatorPublicKey``.
  ///
  /// - Throws: ``SMException`` if the key does not have 36 characters.
  /// - Source: no page of the vendor's: the ports and the variables are Ghostlight's own.
  public convenience init(environment: SMEnvironment) throws(SMException) {
    try self.init(emulator: nil, environment: environment)
  }

  /// Creates a client of the emulator at an address.
  ///
  /// An address or key that is `nil` is found as described at ``init(environment:)``. Secure calls
  /// use http unless the scheme of the address is https.
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
  /// The private key of the app that each new emulator has.
  static let emulatorPrivateKey = "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60"

  /// Creates a push client of the emulator that an environment names.
  ///
  /// Address and keys are found as by `SMClient.init(environment:)`. The private key is read from
  /// the variable `STACKMOB_PRIVATE_KEY`.
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
  /// The public key of the environment's emulator.
  fileprivate var emulatorPublicKey: String {
    emulatorKeys.key("STACKMOB_PUBLIC_KEY", published: SMClient.emulatorPublicKey)
  }
}
