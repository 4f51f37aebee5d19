@testable import GhostlightServer

extension UpstreamOptions {
  /// Options with long timeouts, for a machine that runs many tests at once.
  static var patient: UpstreamOptions {
    var options = UpstreamOptions()
    options.connectSeconds = 600
    options.silentSeconds = 600
    options.keptSeconds = 2400
    return options
  }
}
