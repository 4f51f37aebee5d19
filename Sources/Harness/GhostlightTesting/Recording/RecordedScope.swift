import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording

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
    let upstreamRun: UpstreamRun?
    do throws(RecordingError) {
      upstreamRun = try runWithUpstream()
    } catch {
      return report(error.description)
    }
    guard let upstreamRun else {
      // The service has the name of the emulator that it replaces, or its own if there is none.
      let service = Service.recording(
        name, options, as: TestContext.ongoing?.responders.first?.name ?? name, hosts: [],
        sourceFile: sourceFile)
      return try await ServiceScope(service, replacingFirst: true).run(report: report, test)
    }
    try await upstreamRun.run(report: { report("\(name): \($0)") }, test)
  }

  /// Returns the run in which an upstream responds, or `nil` if only the recording does.
  private func runWithUpstream() throws(RecordingError) -> UpstreamRun? {
    let settings = try RecordingSettings(options.mode, options.replay, environment: environment)
    let file = try RecordingFile(name, folder: options.folder, sourceFile: sourceFile)
    if settings.record == .rewrite || settings.record == .once && !file.exists {
      return .recording(from: try upstream(), to: file, options.redaction)
    }
    switch settings.replay {
    case .strict: return nil
    case .live: return UpstreamRun(responder: try upstream())
    case .spy: return .spy(on: try upstream(), try file.read(), options)
    }
  }

  private func upstream() throws(RecordingError) -> Responder {
    guard let responder = options.upstream ?? TestContext.ongoing?.responder else {
      throw RecordingError(
        "\(name): there is nothing to record from or to fall back to; put .ghostlight(…) before "
          + "the recording, or give it an upstream")
    }
    return responder
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

/// The run of one test in which an upstream responds: the modes that record, `spy` and `live`.
struct UpstreamRun: Sendable {
  let responder: Responder
  /// Called after a test that did not throw; writes the recording if needed and returns the
  /// problems to report.
  var end: @Sendable () -> [String] = { [] }

  /// Returns a run in which the recording responds if an entry matches, otherwise the upstream.
  static func spy(
    on upstream: Responder, _ recording: Recording, _ options: RecordingOptions
  ) -> UpstreamRun {
    let replayer = Replayer(
      recording, matcher: options.matcher, policy: options.policy, base: options.base,
      normalise: Redactor(options.redaction).normaliser(for: recording))
    return UpstreamRun(responder: upstream.forwarded(by: replayer))
  }

  /// Returns a run in which the upstream responds; its exchanges are written to the file at the end.
  ///
  /// Their times are those of the test's emulators, so that each run of a test writes the same file;
  /// without emulators they are the system's.
  static func recording(
    from upstream: Responder, to file: RecordingFile, _ rules: RedactionRules
  ) -> UpstreamRun {
    let world = TestContext.ongoing?.world
    let recorder = Recorder(comment: "Recorded from \(upstream.name).") {
      world?.clock.milliseconds ?? Int64(Date().timeIntervalSince1970 * 1000)
    }
    var run = UpstreamRun(responder: upstream.recorded(into: recorder))
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

  /// Runs a test with the responder in place of the first one, then reports the problems.
  ///
  /// - Throws: The error that the test throws; no recording is then written.
  func run(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let outer = TestContext.ongoing
    let context = TestContext(
      responders: [responder] + (outer?.responders.dropFirst() ?? []),
      namespaces: outer?.namespaces ?? [], outer: outer)
    try await TestContext.$ongoing.withValue(context, operation: test)
    for finding in end() { report(finding) }
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
        "there is no recording at \(path); make it with ghostlight record, or with the trait "
          + ".recording(…) and GHOSTLIGHT_RECORD=once")
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
