package import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Emulators for one test: a stage of their own, and a watch over what they could not serve.
package struct EmulatedScope: Sendable {
  private let configuration: StageConfiguration
  private let allowsUnmatched: Bool

  /// Sets a scope; unless allowed, a request that no route serves is a finding.
  package init(_ configuration: StageConfiguration, allowingUnmatched: Bool) {
    self.configuration = configuration
    allowsUnmatched = allowingUnmatched
  }

  /// Lets a test run, then reports each request that no route served.
  ///
  /// Findings are reported even where the test has failed: they may be why.
  package func run(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let stage = Stage(configuration)
    let (misses, idleFaults) = (Findings(), Findings())
    let responders = configuration.emulators.compactMap { emulator in
      stage.responder(for: emulator.name).map { Self.watched($0, stage, misses, idleFaults) }
    }
    defer {
      for finding in (allowsUnmatched ? [] : misses.all) + idleFaults.all { report(finding) }
    }
    let testContext = TestContext(
      responders: responders, world: try stage.namespace(), stage: stage)
    try await TestContext.$ongoing.withValue(testContext, operation: test)
  }

  /// The responder in the default namespace, whatever a request says, with a note of each miss and
  /// of each fault that did nothing.
  private static func watched(
    _ responder: Responder, _ stage: Stage, _ misses: Findings, _ idleFaults: Findings
  ) -> Responder {
    guard let respondNow = responder.respondNow else { return responder }
    return Responder(name: responder.name) { request in
      var request = request
      // A client that names a namespace of its own is still in this test's world.
      if request.headers[.ghostlightNamespace] != nil || request.host.hasSuffix(".localhost") {
        request.headers[.ghostlightNamespace] = Stage.defaultNamespace
      }
      let response = respondNow(request)
      if response.headers[.ghostlightReason] != nil {
        let entry = entry(of: request, response, by: responder.name, stage)
        misses.add(entry.flatMap { miss($0) })
        idleFaults.add(entry.flatMap { idleFault($0, stage) })
      }
      return response
    }
  }

  private static func entry(
    of request: Request, _ response: Response, by emulator: String, _ stage: Stage
  ) -> JournalEntry? {
    let journal = (try? stage.namespace().journal) ?? []
    return journal.last { entry in
      entry.emulator == emulator && entry.request == request && entry.answer.response == response
    }
  }

  /// The journal knows which refusals are the vendor's and which are misses.
  private static func miss(_ entry: JournalEntry) -> String? {
    guard entry.answer.effect == .unmatched else { return nil }
    let nearest = entry.answer.nearMisses.joined(separator: "; ")
    return "\(entry.emulator) has no route for \(line(entry))"
      + (nearest.isEmpty ? "" : "; nearest: \(nearest)")
  }

  /// A plan that truncates behind the end of the body.
  private static func idleFault(_ entry: JournalEntry, _ stage: Stage) -> String? {
    let response = entry.answer.response
    guard let number = entry.fault, response.delivery == .whole,
      let plans = try? stage.namespace().faults,
      case .truncated = plans.first(where: { $0.number == number })?.plan.action.delivery
    else { return nil }
    let reason = response.headers[.ghostlightReason] ?? ""
    return "fault plan \(number) at \(line(entry)): \(reason)"
  }

  private static func line(_ entry: JournalEntry) -> String {
    "\(entry.request.method.rawValue) \(entry.request.target.raw)"
  }
}

/// What went wrong while a test ran, from any thread, in order.
final class Findings: Sendable {
  private let list = Mutex<[String]>([])

  /// Notes a finding, if it is one.
  func add(_ finding: String?) {
    guard let finding else { return }
    list.withLock { $0.append(finding) }
  }

  var all: [String] { list.withLock { $0 } }
}
