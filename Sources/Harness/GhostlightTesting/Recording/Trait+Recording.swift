public import Foundation
public import GhostlightCore
public import Testing

extension Trait where Self == RecordingTrait {
  /// The recording `Recordings/<name>.har` of the package that the test is in.
  ///
  /// A request that the recording does not hold and an entry that nobody asks for are issues at
  /// this line, even if the client swallowed the error. The variables `GHOSTLIGHT_RECORD` (`none`,
  /// `once`, `rewrite`) and `GHOSTLIGHT_REPLAY` (`strict`, `spy`, `live`) take the place of `mode`
  /// and `replay`. What is recorded comes from `upstream`, else from the emulators of a
  /// `.ghostlight(…)` before it; secrets stay out of the file.
  public static func recording(
    _ name: String, mode: RecordMode = .none, replay: ReplayMode = .strict,
    from upstream: Responder? = nil, sourceFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> RecordingTrait {
    var options = RecordingOptions()
    options.mode = mode
    options.replay = replay
    options.upstream = upstream
    return .recording(
      name, options, sourceFile: sourceFile, sourceLocation: sourceLocation)
  }

  /// The same with all there is to choose.
  public static func recording(
    _ name: String, _ options: RecordingOptions,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    sourceFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> RecordingTrait {
    RecordingTrait(
      scene: RecordedScene(name, options, environment: environment, sourceFile: sourceFile),
      sourceLocation: sourceLocation)
  }
}
