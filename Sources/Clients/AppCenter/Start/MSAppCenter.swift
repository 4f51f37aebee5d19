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
