import Foundation
import Synchronization

/// Sends pushes and keeps the tokens of devices, with the private key of the app.
///
/// Requests go to the push host over http, signed with OAuth1. Errors are of the domain `SMError`
/// with the HTTP status as code and the answer as user info. Callbacks run on the main queue.
///
/// - Source: protocol reference B12.
public final class SMPushClient: Sendable {
  /// The version of the app's API: `0` for development.
  public let appAPIVersion: String
  /// The app's public key.
  public let publicKey: String
  /// The app's private key, which signs and is never sent.
  public let privateKey: String
  /// Where pushes are served, with a port unless it is 80.
  public let host: String
  /// What the client takes from outside; of the environment, transport and time.
  public let environment: SMEnvironment

  /// A text never used before, for each signature.
  let nonce: @Sendable () -> String

  private static let shared = Mutex<SMPushClient?>(nil)

  /// A client of the service that the SDK knows, unless host and environment say otherwise.
  ///
  /// The first client made becomes the default client.
  public convenience init(
    apiVersion: String, publicKey: String, privateKey: String,
    pushHost: String = DEFAULT_PUSH_HOST, environment: SMEnvironment = SMEnvironment()
  ) {
    self.init(
      apiVersion: apiVersion, publicKey: publicKey, privateKey: privateKey, pushHost: pushHost,
      environment: environment, nonce: { UUID().uuidString })
  }

  /// The same with nonces of its own.
  package init(
    apiVersion: String, publicKey: String, privateKey: String, pushHost: String,
    environment: SMEnvironment, nonce: @escaping @Sendable () -> String
  ) {
    appAPIVersion = apiVersion
    self.publicKey = publicKey
    self.privateKey = privateKey
    host = pushHost
    self.environment = environment
    self.nonce = nonce
    Self.shared.withLock { $0 = $0 ?? self }
  }

  /// The default client; `nil` before the first was made.
  public static func `default`() -> SMPushClient! {
    shared.withLock { $0 }
  }

  /// The default client, by the selector's original name.
  public static func defaultClient() -> SMPushClient! {
    `default`()
  }

  /// Makes a client the default one.
  public static func setDefault(_ client: SMPushClient?) {
    shared.withLock { $0 = client }
  }

  /// Makes a client the default one, by the selector's original name.
  public static func setDefaultClient(_ client: SMPushClient?) {
    setDefault(client)
  }
}
