import Ghostlight
import TestExecutors

/// A project.
extension Theatre {
  static let opening: Int64 = 1_504_601_266_703

  /// Sets the stage for a scene.
  init(_ scene: Scene) throws {
    try self.init([.mia()], at: Self.opening)
    try bringAbout(scene.states, in: "mia")
  }
}
