import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The run of one test with a recording, which is replayed to the test or created by it.
package struct RecordedScope: Sendable {
  private let name: String
  private let options: RecordingOptions
  private let environment: [String: String]
  private let sourceFile: String

  package init(
    _ name: String, _ options: RecordingOptions, environment: [String: String],
    sourceFile: String
  ) {
    self.name = name
    self.options = options
    self.environment = environment
    self.sourceFile = sourceFile
  }

  /// Runs a test, then reports requests that match no entry of the recording, and unused entries.
  ///
  /// A recording that cannot be read is reported, and the test does not run. If the test throws, no
  /// recording is written, and unused entries are not reported.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let run: RecordedRun
    do throws(RecordingError) {
      run = try prepared()
    } catch {
      return report(error.description)
    }
    let outer = TestContext.ongoing
    let rest = outer?.responders.dropFirst() ?? []
    let testContext = TestContext(
      responders: [run.responder] + rest, world: outer?.world, clock: outer?.clock,
      stubs: outer?.stubs ?? Stubs(), stage: outer?.stage)
    do {
      try await TestContext.$ongoing.withValue(testContext, operation: test)
    } catch {
      for finding in run.misses() { report("\(name): \(finding)") }
      throw error
    }
    for finding in run.end() { report("\(name): \(finding)") }
  }

  private func prepared() throws(RecordingError) -> RecordedRun {
    let settings = try RecordingSettings(options.mode, options.replay, environment: environment)
    let file = try RecordingFile(name, folder: options.folder, sourceFile: sourceFile)
    if settings.record == .rewrite || settings.record == .once && !file.exists {
      return .recording(from: try upstream(), to: file, clock, options.redaction)
    }
    guard settings.replay != .live else { return .live(try upstream()) }
    let recording = try file.read()
    let replayer = Replayer(
      recording, matcher: options.matcher, policy: options.policy, base: options.base,
      normalise: Redactor(options.redaction).normaliser(for: recording))
    guard settings.replay == .spy else { return .strict(replayer, named: responderName) }
    return .live(try upstream().forwarded(by: replayer))
  }

  /// The name of the responder: that of the emulator that the recording replaces, or the
  /// recording's own name if there is no emulator.
  private var responderName: String { TestContext.ongoing?.responders.first?.name ?? name }

  private func upstream() throws(RecordingError) -> Responder {
    guard let responder = options.upstream ?? TestContext.ongoing?.responder else {
      throw RecordingError(
        "\(name): there is nothing to record from or to fall back to; put .ghostlight(…) before "
          + "the recording, or give it an upstream")
    }
    return responder
  }

  /// The clock for the times in the recording: the emulators' clock, so that each run of a test
  /// writes the same file, or the system clock if there are no emulators.
  private var clock: @Sendable () -> Int64 {
    let world = TestContext.ongoing?.world
    return { world?.clock.milliseconds ?? Int64(Date().timeIntervalSince1970 * 1000) }
  }
}

/// The modes of a recording; environment variables override those of the trait.
struct RecordingSettings: Sendable, Hashable {
  var record: RecordMode
  var replay: ReplayMode

  /// Creates settings from environment variables; without a variable, the trait's mode is used.
  ///
  /// - Throws: ``RecordingError`` if `GHOSTLIGHT_RECORD` or `GHOSTLIGHT_REPLAY` does not have a
  ///   valid value.
  init(
    _ record: RecordMode, _ replay: ReplayMode, environment: [String: String]
  ) throws(RecordingError) {
    self.record = try Self.read("GHOSTLIGHT_RECORD", environment) ?? record
    self.replay = try Self.read("GHOSTLIGHT_REPLAY", environment) ?? replay
  }

  private static func read<Mode: RawRepresentable & CaseIterable>(
    _ variable: String, _ environment: [String: String]
  ) throws(RecordingError) -> Mode? where Mode.RawValue == String {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    guard let mode = Mode(rawValue: text) else {
      let known = Mode.allCases.map(\.rawValue).joined(separator: ", ")
      throw RecordingError("\(variable) is \"\(text)\"; it can be \(known)")
    }
    return mode
  }
}

/// The responder for a test with a recording, and the problems to report after the test.
struct RecordedRun: Sendable {
  let responder: Responder
  /// Returns a description of each request that matched no entry of the recording.
  var misses: @Sendable () -> [String] = { [] }
  /// Called after a test that did not throw; writes the recording if needed and returns the
  /// problems to report.
  var end: @Sendable () -> [String] = { [] }

  /// Returns a run in which the upstream, or a spy in front of it, provides the responses; the run
  /// reports nothing.
  static func live(_ upstream: Responder) -> RecordedRun {
    RecordedRun(responder: upstream)
  }

  /// Returns a run in which only the recording provides the responses.
  static func strict(_ replayer: Replayer, named name: String) -> RecordedRun {
    var responder = replayer.responder
    responder.name = name
    var run = RecordedRun(responder: responder)
    run.misses = { replayer.report.missed }
    run.end = {
      let report = replayer.report
      return report.problems + report.warnings + report.missed
        + report.unused.map { "nobody asked for \($0); record it anew" }
    }
    return run
  }

  /// Returns a run in which the upstream provides the responses; its exchanges are written to the
  /// file at the end.
  static func recording(
    from upstream: Responder, to file: RecordingFile, _ clock: @escaping @Sendable () -> Int64,
    _ rules: RedactionRules
  ) -> RecordedRun {
    let recorder = Recorder(comment: "Recorded from \(upstream.name).", now: clock)
    var run = RecordedRun(responder: upstream.recorded(into: recorder))
    run.end = {
      do throws(RecordingError) {
        try file.write(Redactor(rules).redactCompletely(recorder.recording).recording)
        return []
      } catch {
        return [error.description]
      }
    }
    return run
  }
}

extension ReplayReport {
  /// The description of each request that matched no entry, and the number of those that the report
  /// does not list.
  fileprivate var missed: [String] {
    let unlisted = missCount - misses.count
    return misses.map(\.description) + (unlisted > 0 ? ["and \(unlisted) more misses"] : [])
  }
}

/// A reference to a test's HAR file in the test's package.
struct RecordingFile: Sendable {
  private let file: PackageFile

  /// Creates a reference to the file with a name such as `stackmob/todos`.
  ///
  /// The file is in `folder`, or in `Recordings` at the root of the package that contains the
  /// source file.
  ///
  /// - Throws: ``RecordingError`` if the name contains an empty segment, `.` or `..`.
  init(_ name: String, folder: String?, sourceFile: String) throws(RecordingError) {
    guard
      let file = PackageFile(
        name, suffix: ".har", folder: folder ?? "Recordings", sourceFile: sourceFile)
    else {
      throw RecordingError(
        "\"\(name)\" names no recording: use words with a slash between them, such as app/login")
    }
    self.file = file
  }

  /// The absolute path of the file, for error messages.
  var path: String { file.path }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// - Throws: ``RecordingError`` if the file cannot be read or is not a recording.
  func read() throws(RecordingError) -> Recording {
    guard let bytes = file.bytes() else {
      throw RecordingError(
        "there is no recording at \(path); make it with GHOSTLIGHT_RECORD=once")
    }
    do {
      return try Recording(HARDocument(reading: bytes, named: path))
    } catch {
      throw RecordingError("\(error)")
    }
  }

  /// - Throws: ``RecordingError`` if the file cannot be written.
  func write(_ recording: Recording) throws(RecordingError) {
    do {
      let url = file.url
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // The recording has no secrets and belongs in version control, so everyone may read it.
      try NewFile.write(
        HARDocument(recording).bytes, to: url.path, for: .everyone, replacing: true)
    } catch {
      throw RecordingError("cannot write the recording \(path): \(error)")
    }
  }
}

/// The reason why the recording of a test cannot be used.
struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// One sentence with the problem and how to fix it.
  let description: String

  init(_ description: String) { self.description = description }

  var errorDescription: String? { description }
}
