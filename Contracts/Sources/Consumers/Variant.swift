package import GhostlightCore
import TestExecutors

/// An SDK in one of its modes, which consumes a vendor's service.
package struct Variant: Sendable, CustomStringConvertible {
  /// The name of its files: `data-store`.
  package let name: String
  /// Who relies on the contract, as reports show it: `StackMob, data store`.
  package let title: String
  /// The emulators that it speaks to.
  package let vendors: [String]
  /// What apps do with it.
  package let scenes: [Scene]

  package var description: String { title }
}

/// A scenario of an SDK that is played in this process.
package struct Scene: Sendable, CustomStringConvertible {
  /// What is done.
  package let title: String
  /// Plays it; throws where it cannot be played.
  package let play: @Sendable () async throws -> Void
  /// Plays it against something that answers in the service's place.
  package let outcome: @Sendable (Responder) async throws -> Outcome

  /// The results that the SDK gave to the app, beside those of the scenario; both printed.
  package struct Outcome: Sendable {
    package let isExpected: Bool
    package let received: String
    package let expected: String
  }

  package var description: String { title }

  /// A scene that has no results.
  init(title: String, play: @escaping @Sendable () async throws -> Void) {
    self.title = title
    self.play = play
    outcome = { _ in throw ConsumerError("\(title) has no results") }
  }

  /// A scenario, with its calls in a style.
  init<Player: ThreeExecutors>(_ player: Player, in style: CallStyle = .concurrency) {
    title = player.scenario.description
    play = {
      try await CallStyle.$current.withValue(style) { try await player.play() }
    }
    outcome = { responder in
      try await CallStyle.$current.withValue(style) {
        let (received, expected) = (
          try await player.fromRecording(responder), player.scenario.outcome
        )
        return Outcome(
          isExpected: received == expected, received: "\(received)", expected: "\(expected)")
      }
    }
  }

  /// The same in a set task-local value.
  init(_ scene: Scene, withValue value: Bool, of local: TaskLocal<Bool>) {
    title = scene.title
    play = { try await local.withValue(value) { try await scene.play() } }
    outcome = { responder in
      try await local.withValue(value) { try await scene.outcome(responder) }
    }
  }
}
