#if canImport(XCTest)
  public import Ghostlight
  import Foundation
  // Brought along, as a test of XCTest's imports this module alone.
  @_exported public import GhostlightTesting
  public import XCTest

  extension XCTestCase {
    /// Runs `body` against emulators of its own: all of them, or those named.
    ///
    /// What `.ghostlight(…)` is to Swift Testing: a request that no route serves fails the test at
    /// this line, even if the client swallowed its error.
    ///
    /// - Throws: what `body` throws, and why a namespace cannot be made.
    public func withGhostlight(
      _ emulators: Emulator..., seed: UInt64 = 1, clock: VirtualClock = .system,
      allowingUnmatched: Bool = false, file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      _ body: (TestContext) async throws -> Void
    ) async throws {
      var configuration = StageConfiguration()
      if !emulators.isEmpty { configuration.emulators = emulators }
      configuration.seed = seed
      configuration.clock = clock
      let scope = EmulatedScope(configuration, allowingUnmatched: allowingUnmatched)
      try await scope.run(report: { XCTFail($0, file: file, line: line) }) {
        try await body(TestContext.current)
      }
    }

    /// Runs `body` against a recording, or records it; inside `withGhostlight` from its emulators.
    ///
    /// What `.recording(…)` is to Swift Testing: a request that the recording does not hold and an
    /// entry that nobody asks for fail the test at this line. The environment may change the modes.
    ///
    /// - Throws: what `body` throws.
    public func withRecording(
      _ name: String, _ options: RecordingOptions = RecordingOptions(),
      environment: [String: String] = ProcessInfo.processInfo.environment,
      file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      _ body: (TestContext) async throws -> Void
    ) async throws {
      let scope = RecordedScope(
        name, options, environment: environment, sourceFile: "\(file)")
      try await scope.run(report: { XCTFail($0, file: file, line: line) }) {
        try await body(TestContext.current)
      }
    }
  }
#endif
