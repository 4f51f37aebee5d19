package import GhostlightServer

extension ServerLimits {
  /// The standard limits, but no hurry: a busy machine may leave a client alone for a minute.
  package static var patient: ServerLimits {
    var limits = ServerLimits.standard
    limits.idleSeconds = 600
    limits.requestHeadSeconds = 600
    return limits
  }
}

extension ServerOptions {
  /// Free ports, and no hurry.
  package static var patient: ServerOptions {
    var options = ServerOptions()
    options.portBase = 0
    options.limits = .patient
    return options
  }
}
