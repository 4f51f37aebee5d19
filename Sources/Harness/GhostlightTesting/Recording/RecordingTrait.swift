public import Foundation
public import GhostlightCore
public import GhostlightRecording
public import Testing

/// A trait that replays a recording to a test, or records the test's exchanges.
///
/// Create it with `.recording(…)`. If the list of traits has `.ghostlight(…)` before it, it records
/// from those emulators. On a suite it applies to each test in the suite, and all tests use the
/// same file. In every mode the responses come from a stage: without `.ghostlight(…)`,
/// ``TestContext/namespace`` is its namespace, whose fault plans and journal also apply to the
/// responses of an upstream.
///
/// To replay next to emulators, on their stage, use `.ghostlight(.stackMob(), .recording("shop"))`.
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
  let identity = TraitIdentity()
  let scope: RecordedScope
  let sourceLocation: SourceLocation

  /// Whether the trait also applies to tests in nested suites: always `true`.
  ///
  /// A recursive trait provides a scope for each test case, and none for a suite.
  public var isRecursive: Bool { true }

  /// Stores whether the trait belongs to a suite; Swift Testing calls the method before the tests.
  public func prepare(for test: Test) { identity.prepare(for: test) }

  /// Runs a test case with ``TestContext/current`` set.
  ///
  /// A request that matches no entry of the recording, and an entry that no request used, are
  /// recorded as issues.
  ///
  /// - Throws: The error that the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await provide(for: test, testCase, performing: function)
  }
}

/// The options of a test's recording: when it is written, how it is replayed, and which
/// values are removed.
///
/// Pass them to `Trait.recording(_:_:environment:sourceFile:sourceLocation:)` or to
/// `withRecording`. The defaults replay strictly and never write. Secrets are removed before a file
/// is written.
public struct RecordingOptions: Sendable {
  /// The mode that decides whether the file is written; the environment variable
  /// `GHOSTLIGHT_RECORD` overrides it.
  public var mode: RecordMode = .none
  /// The mode that decides whether the recording or the upstream provides the responses; the
  /// environment variable `GHOSTLIGHT_REPLAY` overrides it.
  public var replay: ReplayMode = .strict
  /// The responder to record from and to fall back to; `nil` for the test's emulators.
  public var upstream: Responder?
  /// The path of the recordings' folder, relative to the root of the package; `nil` for
  /// `Recordings`.
  public var folder: String?
  /// The rule that decides whether a recorded request matches a request.
  public var matcher: Matcher = .standard
  /// A prefix of the recorded paths that the client's requests do not have, or `nil` if there is
  /// none.
  public var base: ReplayBase?
  /// The rule for a request whose matching entries have all been used.
  public var policy: ReplayPolicy = .once
  /// The rules for values that are removed before the file is written, such as secrets.
  public var redaction: RedactionRules = .standard

  /// Creates options that replay strictly and never write.
  public init() {}
}

/// The mode that decides when the recording of a test is written.
///
/// The raw values are the values of the environment variable `GHOSTLIGHT_RECORD`, with which a
/// recording can be renewed without a change to the test.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// The file is not written.
  case none
  /// The file is written if it does not exist yet.
  case once
  /// The file is replaced after each run.
  case rewrite
}

/// The mode that decides whether the recording of a test or its upstream provides the responses.
///
/// The raw values are the values of the environment variable `GHOSTLIGHT_REPLAY`, with which a test
/// can run against the real upstream without a change to the test.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// Only the recording provides responses; a request that matches no entry and an unused entry are
  /// recorded as issues.
  case strict
  /// The recording provides the response if an entry matches, otherwise the upstream does.
  ///
  /// Unused entries are not issues.
  case spy
  /// Only the upstream provides responses; the file is not read.
  case live
}

extension RecordingTrait: StageTrait {}

extension Trait where Self == RecordingTrait {
  /// Creates a trait for the recording `Recordings/<name>.har` of the test's package.
  ///
  /// A request that matches no entry, and an entry that no request used, are recorded as issues at
  /// this line, even if the client ignored the error. Secrets are removed before a file is written.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without `.har`.
  ///   - mode: Whether the file is written; the environment variable `GHOSTLIGHT_RECORD` (`none`,
  ///     `once`, `rewrite`) overrides it.
  ///   - replay: Whether the recording or the upstream provides the responses; the environment
  ///     variable `GHOSTLIGHT_REPLAY` (`strict`, `spy`, `live`) overrides it.
  ///   - matcher: The rule that decides whether a recorded request matches a request, such as
  ///     `Matcher([.method, .path, .body(paths: [try JSONPath("$.sentAt")])])`.
  ///   - upstream: The responder to record from and to fall back to; `nil` for the emulators of a
  ///     `.ghostlight(…)` before this trait.
  ///   - sourceFile: The source file of the test, from which its package is found.
  ///   - sourceLocation: The line at which issues are recorded.
  /// - Returns: A trait for a test or a suite.
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

  /// Creates a trait for the recording `<name>.har`, with all options.
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
