package import GhostlightServer

extension ServerLimits {
  /// The standard limits, but with long timeouts, because a busy machine may delay a client for a
  /// minute.
  package static var patient: ServerLimits {
    var limits = ServerLimits.standard
    limits.idleSeconds = 600
    limits.requestHeadSeconds = 600
    return limits
  }
}

extension ServerOptions {
  /// The default server options, but with free ports and long timeouts.
  package static var patient: ServerOptions {
    var options = ServerOptions()
    options.portBase = 0
    options.limits = .patient
    return options
  }
}
