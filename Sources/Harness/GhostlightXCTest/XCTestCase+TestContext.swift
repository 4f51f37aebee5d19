#if canImport(XCTest)
  public import Ghostlight
  import Foundation
  // Exported, because an XCTest test imports only this module.
  @_exported public import GhostlightTesting
  public import XCTest

  extension XCTestCase {
    /// Runs `body` with its own emulators: all of them, or the named ones.
    ///
    /// It is the XCTest equivalent of `.ghostlight(…)` in Swift Testing. A request that no route
    /// serves fails the test at this line, even if the client ignored the error.
    ///
    /// - Throws: The error of `body`, or the reason why a namespace cannot be created.
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

    /// Runs `body` with a recording, or records one; inside `withGhostlight` it records from the
    /// emulators.
    ///
    /// It is the XCTest equivalent of `.recording(…)` in Swift Testing. A request that the
    /// recording does not have, and an unused entry, fail the test at this line. Environment
    /// variables may override the modes.
    ///
    /// - Throws: The error of `body`.
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
