public import Foundation
public import GhostlightCore
public import GhostlightRecording
public import Testing

/// Plays a recording to a test, or makes it.
///
/// Behind `.ghostlight(…)` it records from the emulators; on a suite it counts for each test in it,
/// with the one file for all.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: RecordedScope
  let sourceLocation: SourceLocation

  /// Tests of suites inside the suite run too; a recursive trait has a scope a test case, none for a
  /// suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with ``TestContext/current`` set; what the recording lacks, and what nobody
  /// asked for, becomes an issue.
  ///
  /// - Throws: what the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

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
  /// Where the recorded server's paths begin that the client leaves out; `nil` for nowhere.
  public var base: ReplayBase?
  /// What happens when the answers to a request are used up.
  public var policy: ReplayPolicy = .once
  /// What does not go into the file.
  public var redaction: RedactionRules = .standard

  /// Replays strictly and never writes.
  public init() {}
}

/// When a test writes its recording's file.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// Never.
  case none
  /// Where there is no file yet.
  case once
  /// Each time, in place of what was there.
  case rewrite
}

/// Who answers a test that has a recording.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// The recording alone; what it does not hold and what nobody asks for is an issue.
  case strict
  /// The recording where it can, else what was recorded from.
  case spy
  /// What was recorded from; the file is not read.
  case live
}

extension Trait where Self == RecordingTrait {
  /// The recording `Recordings/<name>.har` of the package that the test is in.
  ///
  /// A request that the recording does not hold and an entry that nobody asks for are issues at
  /// this line, even if the client swallowed the error. The variables `GHOSTLIGHT_RECORD` (`none`,
  /// `once`, `rewrite`) and `GHOSTLIGHT_REPLAY` (`strict`, `spy`, `live`) take the place of `mode`
  /// and `replay`. `matcher` says which recorded request a request is, such as
  /// `Matcher([.method, .path, .body(paths: [try JSONPath("$.sentAt")])])`. What is recorded comes from `upstream`, else from the emulators of a
  /// `.ghostlight(…)` before it; secrets stay out of the file.
  public static func recording(
    _ name: String, mode: RecordMode = .none, replay: ReplayMode = .strict,
    matching matcher: Matcher = .standard, from upstream: Responder? = nil,
    sourceFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> RecordingTrait {
    var options = RecordingOptions()
    options.mode = mode
    options.replay = replay
    options.matcher = matcher
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
      scope: RecordedScope(name, options, environment: environment, sourceFile: sourceFile),
      sourceLocation: sourceLocation)
  }
}
