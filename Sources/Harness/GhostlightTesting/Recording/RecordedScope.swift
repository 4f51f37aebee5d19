import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording

/// The run of one test with a recording, which is replayed to the test or created by it.
package struct RecordedScope: Sendable, TestScope {
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
    isolation: isolated (any Actor)? = #isolation, report: (Finding) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let service: Service
    let recorded: RecordedUpstream?
    do throws(RecordingError) {
      (service, recorded) = try setUp()
    } catch {
      return report(Finding(error.description))
    }
    let scope = ServiceScope(
      service, replacingFirst: true, forwardingToOuter: options.upstream == nil)
    try await scope.run(report: report, test)
    do throws(RecordingError) {
      try recorded?.write(options.redaction)
    } catch {
      report(Finding("\(name): \(error)"))
    }
  }

  /// Returns the service that responds to the test, and its upstream if it is recorded.
  ///
  /// The service has the name of the emulator that it replaces, or its own if there is none.
  private func setUp() throws(RecordingError) -> (Service, RecordedUpstream?) {
    let settings = try RecordingSettings(options.mode, options.replay, environment: environment)
    let file = try RecordingFile(name, folder: options.folder, sourceFile: sourceFile)
    let service = TestContext.ongoing?.responders.first?.name ?? name
    if settings.record == .rewrite || settings.record == .once && !file.exists {
      let recorded = RecordedUpstream(try upstream(), file)
      return (forwarding(as: service, to: recorded.responder), recorded)
    }
    guard settings.replay != .live else {
      return (forwarding(as: service, to: try upstream()), nil)
    }
    let upstream = settings.replay == .spy ? try upstream() : nil
    return (
      .recording(
        name, options, as: service, hosts: [], upstream: upstream, sourceFile: sourceFile), nil
    )
  }

  private func forwarding(as service: String, to upstream: Responder) -> Service {
    Service(
      name: service, title: name, port: 0, seed: RecordingBackend(Recording()), upstream: upstream)
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

/// An upstream whose exchanges are written to the recording of a test.
private struct RecordedUpstream: Sendable {
  let responder: Responder
  private let recorder: Recorder
  private let file: RecordingFile

  /// Creates a recorded upstream.
  ///
  /// The times in the recording are those of the test's emulators, so that each run of a test writes
  /// the same file; without emulators they are the system's.
  init(_ upstream: Responder, _ file: RecordingFile) {
    let world = TestContext.ongoing?.world
    recorder = Recorder(comment: "Recorded from \(upstream.name).") {
      world?.clock.milliseconds ?? Int64(Date().timeIntervalSince1970 * 1000)
    }
    responder = upstream.recorded(into: recorder)
    self.file = file
  }

  /// Writes the exchanges so far, without secrets.
  ///
  /// - Throws: ``RecordingError`` if the file cannot be written.
  func write(_ rules: RedactionRules) throws(RecordingError) {
    try file.write(Redactor(rules).redactCompletely(recorder.recording).recording)
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
      return try Recording(HARDocument(reading: bytes, named: path, in: HARFolder(of: path)))
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
