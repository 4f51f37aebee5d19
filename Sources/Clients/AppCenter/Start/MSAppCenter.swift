import Foundation

/// App Center's SDK: starts its services.
///
/// - Source: protocol reference C4.
public enum MSAppCenter {
  /// Starts services for the app of a secret.
  ///
  /// The secret may be `key=value` pairs between semicolons, of which `target=…` is ignored and
  /// `appsecret=` stripped. A second start of a service is ignored.
  public static func start(_ appSecret: String, withServices services: [MSServiceAbstract.Type]) {
    MSAppCenterContext.current.start(appSecret, services)
  }

  /// Whether a secret was given.
  public static func isConfigured() -> Bool { MSAppCenterContext.current.secret != nil }

  /// Whether services may run.
  public static func isEnabled() -> Bool { MSAppCenterContext.current.isEnabled }

  /// Enables or disables all services that were started; this outlives the process.
  public static func setEnabled(_ enabled: Bool) {
    MSAppCenterContext.current.setEnabled(enabled)
  }
}

/// What App Center's services have in common.
open class MSServiceAbstract {
  /// Makes a service; apps use the class's own functions instead.
  public init() {}

  /// What the service is called: `Data`.
  open class var serviceName: String { "" }

  /// Begins to serve; ``MSAppCenter/start(_:withServices:)`` calls it once.
  open class func start(in context: MSAppCenterContext) {}

  /// Whether the service was started and is enabled.
  open class func isEnabled() -> Bool { false }

  /// Enables or disables the service; this outlives the process.
  open class func setEnabled(_ enabled: Bool) {}
}

// The domains of errors, and the keys of their user info.
// Source: protocol reference C1 and C10.

/// The domain of errors that all services share.
public let kMSACErrorDomain = "com.Microsoft.AppCenter.ErrorDomain"

/// The domain of errors of Auth.
public let kMSACAuthErrorDomain = "com.Microsoft.AppCenter.Auth.ErrorDomain"
