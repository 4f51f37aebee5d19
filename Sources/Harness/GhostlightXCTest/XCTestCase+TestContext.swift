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
    /// if the client ignored the error. So does a file that cannot be read, and so does an entry of a
    /// recording, a contract, a fault plan or a stub that no request used. The exchanges of a failed test are
    /// written to a file, whose path is printed; on Apple platforms they are an attachment.
    ///
    /// - Parameters:
    ///   - emulators: The emulators, recordings and contracts; if none are passed, all emulators
    ///     that are built in.
    ///   - seed: The number that identifiers are derived from.
    ///   - clock: The emulators' clock when `body` starts.
    ///   - sessions: The URL sessions of an unchanged app whose requests reach the services by their
    ///     hosts; `nil` for none.
    ///   - allowingUnmatched: Whether requests without a response are allowed.
    ///   - allowingUnused: Whether unused entries, contracts, fault plans and stubs are allowed.
    ///   - file: The file for failures.
    ///   - line: The line for failures.
    ///   - isolation: The actor on which `body` runs.
    ///   - body: The test; its argument is the context with the emulators.
    ///
    /// - Throws: The error that `body` throws, `ConfigurationError` if two emulators have the same
    ///   host, or `NamespaceError` if the namespace cannot be created.
    public func withGhostlight(
      _ emulators: Service..., seed: UInt64 = 1, clock: VirtualClock = .system,
      intercepting sessions: InterceptedSessions? = nil, allowingUnmatched: Bool = false,
      allowingUnused: Bool = false, file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      _ body: (TestContext) async throws -> Void
    ) async throws {
      var configuration = StageConfiguration()
      if !emulators.isEmpty { configuration.services = emulators }
      configuration.seed = seed
      configuration.clock = clock
      let scope = EmulatedScope(
        configuration, intercepting: sessions, allowingUnmatched: allowingUnmatched)
      try await reportingFailures(allowingUnused, file, line) { report in
        try await scope.run(report: report) { try await body(TestContext.current) }
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
      allowingUnused: Bool = false, file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      _ body: (TestContext) async throws -> Void
    ) async throws {
      let scope = RecordedScope(
        name, options, environment: environment, sourceFile: "\(file)")
      try await reportingFailures(allowingUnused, file, line) { report in
        try await scope.run(report: report) { try await body(TestContext.current) }
      }
    }

    /// Runs `body`, then verifies the contract `Contracts/<name>.json` of the test's package.
    ///
    /// It is the XCTest equivalent of `.verifies(…)` in Swift Testing. Each interaction that the
    /// provider does not keep fails the test at the line of this call. Inside `withGhostlight`, the
    /// provider is its emulators; otherwise new emulators.
    ///
    /// ```swift
    /// import GhostlightXCTest
    /// import XCTest
    ///
    /// nonisolated final class ContractTests: XCTestCase {
    ///   func testContract() async throws {
    ///     try await withVerification(of: "app.json")
    ///   }
    /// }
    /// ```
    ///
    /// - Throws: The error that `body` throws; the contract is then not verified.
    public func withVerification(
      of name: String, by executor: ContractExecutor? = nil, providers: [String: String] = [:],
      filter: ContractFilter = ContractFilter(), folder: String = "Contracts",
      file: StaticString = #filePath, line: UInt = #line,
      isolation: isolated (any Actor)? = #isolation,
      _ body: () async throws -> Void = {}
    ) async throws {
      var scope = VerificationScope(PackageContract(name, folder: folder, sourceFile: "\(file)"))
      (scope.executor, scope.providers, scope.filter) = (executor, providers, filter)
      try await reportingFailures(false, file, line) { report in
        try await scope.run(report: report, body)
      }
    }

    /// Runs a scope whose issues fail the test, and keeps the exchanges of a failed test.
    private func reportingFailures(
      _ allowsUnused: Bool, _ file: StaticString, _ line: UInt,
      isolation: isolated (any Actor)? = #isolation,
      _ run: (_ report: (Finding) -> Void) async throws -> Void
    ) async throws {
      let before = testRun?.totalFailureCount ?? 0
      let reporter = IssueReporter { text, place in
        XCTFail(text, file: place.filePath, line: place.line)
      }
      let log = TrafficLog.outermost
      do {
        try await IssueReporter.$current.withValue(reporter) {
          try await TrafficLog.collecting(in: log) {
            try await run { finding in
              guard !finding.isUnused || !allowsUnused else { return }
              let message = finding.message(allowedBy: "allowingUnused: true")
              XCTFail(message, file: file, line: line)
            }
          }
        }
      } catch {
        log.map { keep($0) }
        throw error
      }
      if testRun?.totalFailureCount ?? 0 > before { log.map { keep($0) } }
    }

    /// Attaches the exchanges to the test, or writes them to a file and prints its path.
    private func keep(_ log: TrafficLog) {
      #if canImport(Darwin)
        let attachment = XCTAttachment(string: log.text)
        attachment.name = TrafficLog.fileName
        attachment.lifetime = .keepAlways
        add(attachment)
      #else
        guard let path = log.write() else { return }
        StandardError.write("ghostlight: the requests of \(name) are in \(path)")
      #endif
    }
  }
#endif
