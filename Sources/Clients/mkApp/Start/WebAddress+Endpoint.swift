import GhostlightClient

extension WebAddress {
  /// The address without slashes at its end.
  var base: WebAddress {
    var base = self
    while base.target.hasSuffix("/") { base.target.removeLast() }
    return base
  }
}
