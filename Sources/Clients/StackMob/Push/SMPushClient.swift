import Foundation
import Synchronization

/// A client of StackMob's push service: it sends messages and manages the tokens of devices.
///
/// The client needs the app's private key, so use it in a server or a test, not in an app that is
/// shipped. Requests are sent to the push host over http, signed with OAuth1. For a failed
/// response, the error has the domain `SMError`, the HTTP status as its code, and the response's
/// JSON as user info. Callbacks run on the main queue. A client can be used from any thread.
///
/// ```swift
/// import StackMob
///
/// func greet(_ user: String, publicKey: String, privateKey: String) async throws {
///   let client = SMPushClient(apiVersion: "0", publicKey: publicKey, privateKey: privateKey)
///   try await client.sendMessage(["alert": "Hello"], toUsers: [user])
/// }
/// ```
///
/// - Source: protocol reference B12.
public final class SMPushClient: Sendable {
  /// The version of the app's API; `0` is the development version.
  public let appAPIVersion: String
  /// The app's public key.
  public let publicKey: String
  /// The app's private key, which signs requests and is never sent.
  public let privateKey: String
  /// The host of the push service, followed by its port unless that is 80.
  public let host: String
  /// The client's environment, of which only the transport and the time are used.
  public let environment: SMEnvironment

  /// Returns a string for a signature that was never used before.
  let nonce: @Sendable () -> String

  private static let shared = Mutex<SMPushClient?>(nil)

  /// Creates a client, by default for the push service of the vendor.
  ///
  /// The first client that is created becomes the default client.
  public convenience init(
    apiVersion: String, publicKey: String, privateKey: String,
    pushHost: String = DEFAULT_PUSH_HOST, environment: SMEnvironment = SMEnvironment()
  ) {
    self.init(
      apiVersion: apiVersion, publicKey: publicKey, privateKey: privateKey, pushHost: pushHost,
      environment: environment, nonce: { UUID().uuidString })
  }

  /// Creates a client with a closure that returns nonces, so that tests get fixed signatures.
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

  /// Returns the default client, or `nil` if no client has been created or set.
  public static func `default`() -> SMPushClient! {
    shared.withLock { $0 }
  }

  /// Returns the default client; the original Objective-C name.
  public static func defaultClient() -> SMPushClient! {
    `default`()
  }

  /// Sets the client that ``default()`` returns; `nil` removes it.
  public static func setDefault(_ client: SMPushClient?) {
    shared.withLock { $0 = client }
  }

  /// Sets the default client; the original Objective-C name.
  public static func setDefaultClient(_ client: SMPushClient?) {
    setDefault(client)
  }
}
