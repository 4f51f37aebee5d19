package import GhostlightCore
package import TestExecutors

/// An SDK in one of its modes, which uses the services of one or more vendors.
package struct Variant: Sendable, CustomStringConvertible {
  /// The name of the variant's contract files: `data-store`.
  package let name: String
  /// The name of the consumer in reports: `StackMob: data store`.
  package let title: String
  /// The names of the emulators that the SDK uses in this mode.
  package let vendors: [String]
  /// The call styles that the SDK offers.
  ///
  /// The scenes send the same requests in every style, so all styles share one contract.
  package var styles = [CallStyle.concurrency]
  /// The scenes from which the variant's contracts are created.
  package let scenes: [Scene]

  package var description: String { title }
}

/// A scenario of an SDK that is played in this process.
package struct Scene: Sendable, CustomStringConvertible {
  package let title: String
  /// Plays the scene; throws if it cannot be played.
  package let play: @Sendable () async throws -> Void
  /// Plays the scene against a responder instead of the service.
  package let outcome: @Sendable (Responder) async throws -> Outcome

  /// The results that the SDK returned to the app and the expected ones, both printed.
  package struct Outcome: Sendable {
    package let isExpected: Bool
    package let received: String
    package let expected: String
  }

  package var description: String { title }

  /// Creates a scene without results.
  init(title: String, play: @escaping @Sendable () async throws -> Void) {
    self.title = title
    self.play = play
    outcome = { _ in throw ConsumerError("\(title) has no results") }
  }

  /// Creates a scene that plays the scenario of `player` with calls in the current style.
  init(_ player: some ThreeExecutors) {
    title = player.scenario.description
    play = { try await player.play() }
    outcome = { responder in
      let expected = player.scenario.outcome
      let received = try await player.fromRecording(responder)
      return Outcome(
        isExpected: received == expected, received: "\(received)", expected: "\(expected)")
    }
  }

  /// Creates a copy of `scene` that runs with `local` set to `value`.
  init(_ scene: Scene, withValue value: Bool, of local: TaskLocal<Bool>) {
    title = scene.title
    play = { try await local.withValue(value) { try await scene.play() } }
    outcome = { responder in
      try await local.withValue(value) { try await scene.outcome(responder) }
    }
  }
}
