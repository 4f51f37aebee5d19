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
