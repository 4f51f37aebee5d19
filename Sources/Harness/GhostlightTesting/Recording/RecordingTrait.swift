public import Foundation
public import GhostlightCore
public import GhostlightRecording
public import Testing

/// A trait that replays a recording to a test, or records one.
///
/// Create it with `.recording(…)`. After `.ghostlight(…)` in the list of traits, it records from
/// the emulators. On a suite it applies to each test in it, and all use the same file.
///
/// ```swift
/// import GhostlightTesting
/// import Testing
///
/// @Test(.recording("shop")) func `the recorded list is shown`() async throws {
///   let response = try await TestContext.current.respond(to: Request(.get, "/items"))
///   #expect(response.status == .ok)
/// }
/// ```
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: RecordedScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to the tests of suites inside the suite.
  ///
  /// A recursive trait has a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Runs a test case with ``TestContext/current`` set.
  ///
  /// A request that the recording does not have, and an unused entry, become issues.
  ///
  /// - Throws: The error of the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope.run(
      report: { Issue.record("\($0)", sourceLocation: sourceLocation) }, function)
  }
}

/// The options of a test's recording: when it is written, how it is replayed, and which
/// values are removed.
///
/// Pass them to `Trait.recording(_:_:environment:sourceFile:sourceLocation:)` or to
/// `withRecording`. The defaults replay strictly and never write. Secrets are removed before a file
/// is written.
public struct RecordingOptions: Sendable {
  /// The mode of writing; the variable `GHOSTLIGHT_RECORD` overrides it.
  public var mode: RecordMode = .none
  /// The mode of replaying; the variable `GHOSTLIGHT_REPLAY` overrides it.
  public var replay: ReplayMode = .strict
  /// The responder to record from; `nil` for the test's emulators.
  public var upstream: Responder?
  /// The folder of the recordings; `nil` for `Recordings` at the root of the package.
  public var folder: String?
  /// The rule for finding the recorded request that matches a request.
  public var matcher: Matcher = .standard
  /// The start of the recorded server's paths that the client leaves out, or `nil` for none.
  public var base: ReplayBase?
  /// The behaviour after the last recorded response to a request.
  public var policy: ReplayPolicy = .once
  /// The values to remove from the file.
  public var redaction: RedactionRules = .standard

  /// Creates options that replay strictly and never write.
  public init() {}
}

/// The mode of writing a test's recording.
///
/// The raw values are those of the environment variable `GHOSTLIGHT_RECORD`, so that a recording
/// can be renewed without changing the test.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// The file is not written.
  case none
  /// The file is written if it does not exist yet.
  case once
  /// The file is replaced after each run.
  case rewrite
}

/// The mode of replaying a test's recording.
///
/// The raw values are those of the environment variable `GHOSTLIGHT_REPLAY`, so that a test can run
/// against the real upstream without changing it.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// The recording gives all responses; a request that it does not have and an unused entry are
  /// issues.
  case strict
  /// The recording gives the responses that it has, and the upstream the others.
  case spy
  /// The upstream gives all responses; the file is not read.
  case live
}

extension Trait where Self == RecordingTrait {
  /// Creates a trait for the recording `Recordings/<name>.har` of the test's package.
  ///
  /// A request that the recording does not have, and an unused entry, are issues at this line, even
  /// if the client ignored the error. Secrets are removed before a file is written.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.har`.
  ///   - mode: The mode of writing; the variable `GHOSTLIGHT_RECORD` (`none`, `once`, `rewrite`)
  ///     overrides it.
  ///   - replay: The mode of replaying; the variable `GHOSTLIGHT_REPLAY` (`strict`, `spy`, `live`)
  ///     overrides it.
  ///   - matcher: The rule for finding the recorded request, such as `Matcher([.method, .path,
  ///     .body(paths: [try JSONPath("$.sentAt")])])`.
  ///   - upstream: The responder to record from; `nil` for the emulators of a `.ghostlight(…)`
  ///     before this trait.
  ///   - sourceFile: The file of the test, to find its package.
  ///   - sourceLocation: The line for the issues.
  /// - Returns: The trait.
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

  /// Creates a trait for a recording, with all options.
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
