@testable import GhostlightServer

extension UpstreamOptions {
  /// Waits as long as a machine with many tests at once may take.
  static var patient: UpstreamOptions {
    var options = UpstreamOptions()
    options.connectSeconds = 600
    options.silentSeconds = 600
    options.keptSeconds = 2400
    return options
  }
}
