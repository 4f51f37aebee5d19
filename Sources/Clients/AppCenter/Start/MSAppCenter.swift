import Foundation

/// The entry point of App Center's SDK, which starts its services.
///
/// Call ``start(_:withServices:)`` once, when the app starts. All functions act in the current
/// ``MSAppCenterContext``, so that tests with different contexts can run concurrently.
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
  /// Starts services with the app's secret.
  ///
  /// `appSecret` can also consist of `key=value` pairs separated by semicolons; the value of
  /// `appsecret` is then the secret, and `target` is ignored. A service that was started before is
  /// not started again.
  public static func start(_ appSecret: String, withServices services: [MSServiceAbstract.Type]) {
    MSAppCenterContext.current.start(appSecret, services)
  }

  /// Returns whether the SDK has a secret, because services were started.
  public static func isConfigured() -> Bool { MSAppCenterContext.current.secret != nil }

  /// Returns whether the SDK is enabled, so that started services run; `true` by default.
  public static func isEnabled() -> Bool { MSAppCenterContext.current.isEnabled }

  /// Enables or disables all started services, also for later runs of the app.
  public static func setEnabled(_ enabled: Bool) {
    MSAppCenterContext.current.setEnabled(enabled)
  }
}

/// The base class of App Center's services.
///
/// Apps pass its subclasses to ``MSAppCenter/start(_:withServices:)`` and call their class
/// functions. The implementations in this class do nothing; a service overrides all of them. There
/// is no need to create an instance.
open class MSServiceAbstract {
  /// Creates an instance, which apps do not need: they use the class functions.
  public init() {}

  /// The name of the service, such as `Data`; empty in this class.
  open class var serviceName: String { "" }

  /// Starts the service in a context.
  ///
  /// ``MSAppCenter/start(_:withServices:)`` calls it once for each context. The implementation in
  /// this class does nothing.
  open class func start(in context: MSAppCenterContext) {}

  /// Returns whether the service was started and is enabled.
  ///
  /// The implementation in this class always returns `false`.
  open class func isEnabled() -> Bool { false }

  /// Enables or disables the service.
  ///
  /// Services store the setting on the device, so that it outlives the process. The implementation
  /// in this class does nothing.
  open class func setEnabled(_ enabled: Bool) {}
}

// Error domains.
//
// Source: protocol reference C1 and C10.

/// The domain of errors that every service can report.
public let kMSACErrorDomain = "com.Microsoft.AppCenter.ErrorDomain"

/// The domain of the errors of App Center Auth.
public let kMSACAuthErrorDomain = "com.Microsoft.AppCenter.Auth.ErrorDomain"
