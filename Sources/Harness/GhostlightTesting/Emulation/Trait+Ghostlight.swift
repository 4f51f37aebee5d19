public import Ghostlight
public import Testing

extension Trait where Self == GhostlightTrait {
  /// Emulators of its own for each test, in process: all of them, or those named.
  ///
  /// The same seed and the same requests give the same bytes where the clock stands still. A
  /// request that no route serves is an issue at this line, even if the client swallowed its error.
  public static func ghostlight(
    _ emulators: Emulator..., seed: UInt64 = 1, clock: VirtualClock = .system,
    allowingUnmatched: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    var configuration = StageConfiguration()
    if !emulators.isEmpty { configuration.emulators = emulators }
    configuration.seed = seed
    configuration.clock = clock
    return .ghostlight(
      configuration, allowingUnmatched: allowingUnmatched, sourceLocation: sourceLocation)
  }

  /// What a stage of these settings hosts, of its own for each test.
  public static func ghostlight(
    _ configuration: StageConfiguration, allowingUnmatched: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> GhostlightTrait {
    GhostlightTrait(
      scene: EmulatedScene(configuration, allowingUnmatched: allowingUnmatched),
      sourceLocation: sourceLocation)
  }
}
