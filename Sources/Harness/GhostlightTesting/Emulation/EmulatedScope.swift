package import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The run of one test with its own emulators, which reports requests that no route of an emulator
/// serves.
package struct EmulatedScope: Sendable {
  private let configuration: StageConfiguration
  private let allowsUnmatched: Bool

  /// Creates a scope for a test; unless `allowingUnmatched` is `true`, requests that no route
  /// serves are reported.
  package init(_ configuration: StageConfiguration, allowingUnmatched: Bool) {
    self.configuration = configuration
    allowsUnmatched = allowingUnmatched
  }

  /// Runs a test, then reports each request that no route served.
  ///
  /// The requests are reported even if the test has failed, because they may be the reason.
  ///
  /// - Throws: The error that the test throws, `ConfigurationError` if two emulators have the same
  ///   host, or `NamespaceError` if the namespace cannot be created.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    if let problem = configuration.hosts.problem { throw problem }
    let stage = Stage(configuration)
    let (misses, idleFaults) = (Findings(), Findings())
    stage.observe { entry in
      misses.add(Self.miss(entry))
      idleFaults.add(Self.idleFault(entry))
    }
    let responders = configuration.emulators.compactMap { emulator in
      stage.responder(for: emulator.name).map(Self.usingOwnNamespace)
    }
    defer {
      for finding in (allowsUnmatched ? [] : misses.all) + idleFaults.all { report(finding) }
    }
    let testContext = TestContext(
      responders: responders, world: try stage.namespace(), stage: stage)
    try await TestContext.$ongoing.withValue(testContext, operation: test)
  }

  /// Returns a responder that uses the test's namespace, whichever namespace a request names.
  private static func usingOwnNamespace(_ responder: Responder) -> Responder {
    responder.before { request in
      var request = request
      // A client may name a namespace, but must still reach the state of this test.
      if request.headers[.ghostlightNamespace] != nil || request.host.hasSuffix(".localhost") {
        request.headers[.ghostlightNamespace] = Stage.defaultNamespace
      }
      return request
    }
  }

  /// Returns a description of a request that no route served, or `nil` for other requests.
  ///
  /// The journal distinguishes such a request from one with the vendor's own 404.
  private static func miss(_ entry: JournalEntry) -> String? {
    guard entry.answer.effect == .unmatched else { return nil }
    let nearest = entry.answer.nearMisses.joined(separator: "; ")
    return "\(entry.emulator) has no route for \(line(entry))"
      + (nearest.isEmpty ? "" : "; nearest: \(nearest)")
  }

  /// Returns a description of a fault plan that had no effect, because the body is too short to
  /// truncate, or `nil`.
  private static func idleFault(_ entry: JournalEntry) -> String? {
    guard let number = entry.fault, let reason = entry.idleFaultReason else { return nil }
    return "fault plan \(number) at \(line(entry)): \(reason)"
  }

  private static func line(_ entry: JournalEntry) -> String {
    "\(entry.request.method.rawValue) \(entry.request.target.raw)"
  }
}

/// A list of the problems found while a test ran, in order; problems may be added from any thread.
final class Findings: Sendable {
  private let list = Mutex<[String]>([])

  func add(_ finding: String?) {
    guard let finding else { return }
    list.withLock { $0.append(finding) }
  }

  var all: [String] { list.withLock { $0 } }
}
