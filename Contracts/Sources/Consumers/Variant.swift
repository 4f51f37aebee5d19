package import TestExecutors

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

/// A scenario of an SDK, wherever it is played.
package struct Scene: Sendable, CustomStringConvertible {
  /// What is done.
  package let title: String
  /// Plays it in this process; throws where it cannot be played.
  package let play: @Sendable () async throws -> Void
  /// Plays it where the executor does, and answers whether the app was told what it should be.
  package let isKept: @Sendable (Executor) async throws -> Bool

  package var description: String { title }

  init<Player: ThreeExecutors>(_ player: Player, in style: CallStyle? = nil) {
    title = player.scenario.description
    play = {
      try await CallStyle.$current.withValue(style ?? .concurrency) { try await player.play() }
    }
    isKept = { executor in
      try await CallStyle.$current.withValue(style ?? .concurrency) {
        try await player.outcome(executor) == player.scenario.outcome
      }
    }
  }
}
