public import AppCenter

/// App Center Data: documents in the cloud, and on the device while there is no network.
///
/// Every call begins on a queue of the SDK's own, in the order of the calls; handlers run on
/// whatever thread the answer comes, once. Errors of the arguments are handed over at once.
///
/// - Source: protocol reference C2.
open class MSData: MSServiceAbstract {
  /// `Data`.
  override open class var serviceName: String { "Data" }

  /// Begins to serve; `MSAppCenter` calls it.
  override open class func start(in context: MSAppCenterContext) { DataService.of(context).start() }

  /// Whether the service was started and is enabled.
  override open class func isEnabled() -> Bool { DataService.current.isEnabled }

  /// Enables or disables the service, which outlives the process.
  ///
  /// Disabling forgets tokens and documents and cancels the calls under way.
  override open class func setEnabled(_ enabled: Bool) {
    DataService.current.setEnabled(enabled)
  }
}
