#if canImport(XCTest)
  public import Ghostlight
  import Foundation
  // Exported, because an XCTest test imports only this module.
  @_exported public import GhostlightTesting
  public import XCTest

  extension XCTestCase {
    /// Runs `body` with its own emulators: those passed, or all if none are passed.
    ///
    /// It is the XCTest equivalent of `.ghostlight(…)` in Swift Testing. A request for which no
    /// emulator, recording or contract has a response fails the test at the line of this call, even
    /// if the client ignored the error. So does an unused entry of a recording, and a file that
    /// cannot be read.
    ///
    /// - Parameters:
    ///   - emulators: The emulators, recordings and contracts; if none are passed, all emulators
    ///     that are built in.
    ///   - seed: The number that identifiers are derived from.
    ///   - clock: The emulators' clock when `body` starts.
    ///   - allowingUnmatched: Whether requests without a response are allowed.
    ///   - file: The file for failures.
    ///   - line: The line for failures.
    ///   - isolation: The actor on which `body` runs.
    ///   - body: The test; its argument is the context with the emulators.
    ///
    /// - Throws: The error that `body` throws, `ConfigurationError` if two emulators have the same
    ///   host, or `NamespaceError` if the namespace cannot be created.
    public func withGhostlight(
      _ emulators: Service..., seed: UInt64 = 1, clock: VirtualClock = .system,
      allowingUnmatched: Bool = false, file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      _ body: (TestContext) async throws -> Void
    ) async throws {
      var configuration = StageConfiguration()
      if !emulators.isEmpty { configuration.services = emulators }
      configuration.seed = seed
      configuration.clock = clock
      let scope = EmulatedScope(configuration, allowingUnmatched: allowingUnmatched)
      try await scope.run(report: { XCTFail($0, file: file, line: line) }) {
        try await body(TestContext.current)
      }
    }

    /// Runs `body` with a recording, which is replayed to it or created from its exchanges.
    ///
    /// Inside `withGhostlight`, it records from the emulators.
    ///
    /// It is the XCTest equivalent of `.recording(…)` in Swift Testing. A request that matches no
    /// entry of the recording, and an unused entry, fail the test at the line of this call. The
    /// environment variables `GHOSTLIGHT_RECORD` and `GHOSTLIGHT_REPLAY` override the modes in
    /// `options`.
    ///
    /// - Throws: The error that `body` throws.
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
