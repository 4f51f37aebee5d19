public import GhostlightCore
public import GhostlightRecording

/// How a test and its recording go together.
public struct RecordingOptions: Sendable {
  /// When the file is written; `GHOSTLIGHT_RECORD` takes its place.
  public var mode: RecordMode = .none
  /// Who answers; `GHOSTLIGHT_REPLAY` takes its place.
  public var replay: ReplayMode = .strict
  /// What is recorded from; `nil` for what answers without the recording, such as an emulator.
  public var upstream: Responder?
  /// The folder of the recordings; `nil` for `Recordings` at the root of the package.
  public var folder: String?
  /// Which recorded request a request is.
  public var matcher: Matcher = .standard
  /// What happens when the answers to a request are used up.
  public var policy: ReplayPolicy = .once
  /// What does not go into the file.
  public var redaction: RedactionRules = .standard

  /// Replays strictly and never writes.
  public init() {}
}
