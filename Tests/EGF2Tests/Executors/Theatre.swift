import Ghostlight
import TestExecutors

/// A back end.
extension Theatre {
  /// 2017-01-20T09:15:00.123Z.
  static let opening: Int64 = 1_484_903_700_123

  /// Sets the stage for a scene.
  init(_ scene: Scene) throws {
    try self.init([.egf2()], at: Self.opening)
    try bringAbout(scene.states, in: "egf2")
  }
}
