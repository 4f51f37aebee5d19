import Ghostlight
import GhostlightEmulation

extension Stage {
  /// A stage with StackMob alone, whose clocks stand still.
  static func stackMob(seed: UInt64 = 1) -> Stage {
    var configuration = StageConfiguration(emulators: [.stackMob()])
    configuration.clock = .frozen(at: opening)
    configuration.seed = seed
    return Stage(configuration)
  }
}
