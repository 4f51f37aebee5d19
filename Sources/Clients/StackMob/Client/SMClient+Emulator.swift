public import Foundation
import GhostlightClient

extension SMClient {
  /// The public key of the app that an emulator has from the start.
  public static let emulatorPublicKey = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  /// A client whose service is an emulator.
  ///
  /// Without an address, `GHOSTLIGHT_STACKMOB_URL` tells it, as `ghostlight exec` sets it, else it is
  /// `http://127.0.0.1:4401`. Secure calls go over http unless the address is one of https.
  ///
  /// - Throws: ``SMException`` for a version or a key that cannot be one.
  /// - Source: no page of the vendor's: the ports and the variable are Ghostlight's own.
  public convenience init(
    emulator url: URL?, apiVersion: String = "0", publicKey: String = emulatorPublicKey,
    environment: SMEnvironment = SMEnvironment()
  ) throws(SMException) {
    let address = EmulatorAddress(url, of: "stackmob", port: 4401)
    var environment = environment
    environment.sendsSecureCallsOverHTTP = address.scheme == "http"
    try self.init(
      apiVersion: apiVersion, apiHost: address.authority, publicKey: publicKey,
      environment: environment)
  }
}
