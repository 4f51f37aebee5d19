import Ghostlight
import GhostlightEmulation

extension Stage {
  /// Returns a stage with only the StackMob emulator and with frozen clocks.
  static func stackMob(seed: UInt64 = 1) -> Stage {
    var configuration = StageConfiguration(services: [.stackMob()])
    configuration.clock = .frozen(at: opening)
    configuration.seed = seed
    return Stage(configuration)
  }
}
