import Foundation

/// The entry point of App Center's SDK, which starts its services.
///
/// Call ``start(_:withServices:)`` once, when the app starts. All functions act in the current
/// ``MSAppCenterContext``, so that tests with different contexts can run side by side.
///
/// ```swift
/// import AppCenter
///
/// MSAppCenter.start("11111111-2222-3333-4444-555555555555", withServices: [MSAuth.self])
/// print(MSAppCenter.isEnabled())
/// ```
///
/// - Source: protocol reference C4.
public enum MSAppCenter {
  /// Starts services with the secret of an app.
  ///
  /// The secret can consist of `key=value` pairs separated by semicolons. `target=…` is ignored,
  /// and `appsecret=` is removed. A service that was started before is not started again.
  public static func start(_ appSecret: String, withServices services: [MSServiceAbstract.Type]) {
    MSAppCenterContext.current.start(appSecret, services)
  }

  /// Returns whether a secret was set.
  public static func isConfigured() -> Bool { MSAppCenterContext.current.secret != nil }

  /// Returns whether services are allowed to run.
  public static func isEnabled() -> Bool { MSAppCenterContext.current.isEnabled }

  /// Enables or disables all services that were started.
  ///
  /// The setting is stored for later runs.
  public static func setEnabled(_ enabled: Bool) {
    MSAppCenterContext.current.setEnabled(enabled)
  }
}

/// The base class of App Center's services.
///
/// Apps pass its subclasses to ``MSAppCenter/start(_:withServices:)`` and call their class
/// functions. Its own implementations do nothing; a service overrides all of them. There is no need
/// to create an instance.
open class MSServiceAbstract {
  /// Creates a service.
  ///
  /// Apps use the class functions instead.
  public init() {}

  /// The name of the service, such as `Data`.
  ///
  /// It is empty in this class.
  open class var serviceName: String { "" }

  /// Starts the service in a context.
  ///
  /// ``MSAppCenter/start(_:withServices:)`` calls it once for each context. It does nothing in this
  /// class.
  open class func start(in context: MSAppCenterContext) {}

  /// Returns whether the service was started and is enabled.
  ///
  /// It is always `false` in this class.
  open class func isEnabled() -> Bool { false }

  /// Enables or disables the service.
  ///
  /// The setting is stored on the device and outlives the process. It does nothing in this class.
  open class func setEnabled(_ enabled: Bool) {}
}

// The domains of errors.
//
// Source: protocol reference C1 and C10.

/// The domain of errors that can come from any service.
public let kMSACErrorDomain = "com.Microsoft.AppCenter.ErrorDomain"

/// The domain of errors of Auth.
public let kMSACAuthErrorDomain = "com.Microsoft.AppCenter.Auth.ErrorDomain"
