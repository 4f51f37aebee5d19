import Ghostlight
import GhostlightCore
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A recording for one test: played to it, or made of it.
package struct RecordedScene: Sendable {
  private let name: String
  private let options: RecordingOptions
  private let environment: [String: String]
  private let sourceFile: String

  /// Sets a scene with the recording of a name.
  package init(
    _ name: String, _ options: RecordingOptions, environment: [String: String],
    sourceFile: String
  ) {
    self.name = name
    self.options = options
    self.environment = environment
    self.sourceFile = sourceFile
  }

  /// Lets a test play, then reports what the recording lacked and what nobody asked for.
  ///
  /// A recording that cannot be had is reported, and the test does not play. A recording of a test
  /// that throws is not written, and what such a test did not ask for is not reported.
  package func play(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let performance: RecordedPerformance
    do throws(RecordingProblem) {
      performance = try prepared()
    } catch {
      return report(error.description)
    }
    let outer = Rehearsal.ongoing
    let rest = outer?.cast.dropFirst() ?? []
    let rehearsal = Rehearsal(
      cast: [performance.responder] + rest, world: outer?.world, clock: outer?.clock,
      stubs: outer?.stubs ?? Stubs())
    do {
      try await Rehearsal.$ongoing.withValue(rehearsal, operation: test)
    } catch {
      for finding in performance.misses() { report("\(name): \(finding)") }
      throw error
    }
    for finding in performance.end() { report("\(name): \(finding)") }
  }

  private func prepared() throws(RecordingProblem) -> RecordedPerformance {
    let settings = try RecordingSettings(options.mode, options.replay, environment: environment)
    let file = try RecordingFile(name, folder: options.folder, sourceFile: sourceFile)
    if settings.record == .rewrite || settings.record == .once && !file.exists {
      return .recording(from: try upstream(), to: file, clock, options.redaction)
    }
    guard settings.replay != .live else { return .live(try upstream()) }
    let recording = try file.read()
    let replayer = Replayer(
      recording, matcher: options.matcher, policy: options.policy,
      normalise: Redactor(options.redaction).normaliser(for: recording))
    guard settings.replay == .spy else { return .strict(replayer, named: responderName) }
    return .live(try upstream().spied(by: replayer))
  }

  /// A recording in front of an emulator goes by the emulator's name.
  private var responderName: String { Rehearsal.ongoing?.cast.first?.name ?? name }

  private func upstream() throws(RecordingProblem) -> Responder {
    guard let responder = options.upstream ?? Rehearsal.ongoing?.responder else {
      throw RecordingProblem(
        "\(name): there is nothing to record from or to fall back to; put .ghostlight(…) before "
          + "the recording, or give it an upstream")
    }
    return responder
  }

  /// The emulators' clock, so that the same test gives the same file; else the system's.
  private var clock: @Sendable () -> Int64 {
    let world = Rehearsal.ongoing?.world
    return { world?.clock.milliseconds ?? Int64(Date().timeIntervalSince1970 * 1000) }
  }
}
