package import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Emulators for one test: a stage of their own, and a watch over what they could not serve.
package struct EmulatedScene: Sendable {
  private let configuration: StageConfiguration
  private let allowsUnmatched: Bool

  /// Sets a scene; unless allowed, a request that no route serves is a finding.
  package init(_ configuration: StageConfiguration, allowingUnmatched: Bool) {
    self.configuration = configuration
    allowsUnmatched = allowingUnmatched
  }

  /// Lets a test play, then reports each request that no route served.
  ///
  /// Findings are reported even where the test has failed: they may be why.
  package func play(
    isolation: isolated (any Actor)? = #isolation, report: (String) -> Void,
    _ test: () async throws -> Void
  ) async throws {
    let stage = Stage(configuration)
    let misses = Findings()
    let cast = configuration.emulators.compactMap { emulator in
      stage.responder(for: emulator.name).map { Self.watched($0, stage, misses) }
    }
    defer {
      if !allowsUnmatched { for miss in misses.all { report(miss) } }
    }
    let rehearsal = Rehearsal(cast: cast, world: try stage.namespace())
    try await Rehearsal.$ongoing.withValue(rehearsal, operation: test)
  }

  /// The responder in the default namespace, whatever a request says, with a note of each miss.
  private static func watched(
    _ responder: Responder, _ stage: Stage, _ misses: Findings
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
        misses.add(miss(request, response, of: responder.name, stage))
      }
      return response
    }
  }

  /// The journal knows which refusals are the vendor's and which are misses.
  private static func miss(
    _ request: Request, _ response: Response, of emulator: String, _ stage: Stage
  ) -> String? {
    let journal = (try? stage.namespace().journal) ?? []
    guard
      let entry = journal.last(where: { entry in
        entry.answer.effect == .unmatched && entry.emulator == emulator
          && entry.request == request && entry.answer.response == response
      })
    else { return nil }
    let nearest = entry.answer.nearMisses.joined(separator: "; ")
    return "\(emulator) has no route for \(request.method.rawValue) \(request.target.raw)"
      + (nearest.isEmpty ? "" : "; nearest: \(nearest)")
  }
}
