package import Ghostlight
package import GhostlightCore
import Synchronization

/// One way to play a scenario, so that what differs between two of them is seen.
package final class Variation: Sendable {
  /// A state that was set up, and what it answered.
  package struct Precondition: Sendable {
    package let emulator: String
    package let given: Given
    package let values: JSONObject

    package init(emulator: String, given: Given, values: JSONObject) {
      self.emulator = emulator
      self.given = given
      self.values = values
    }
  }

  private struct State {
    var space: Namespace?
    var preconditions: [Precondition] = []
  }

  /// The one that stages are made by, if any.
  @TaskLocal package static var current: Variation?

  private let seed: UInt64
  private let laterMilliseconds: Int64
  private let state = Mutex(State())

  /// A variation whose identifiers are of a seed, and which begins later than usual.
  package init(seed: UInt64 = 1, laterMilliseconds: Int64 = 0) {
    self.seed = seed
    self.laterMilliseconds = laterMilliseconds
  }

  /// The namespace of the first stage.
  package var space: Namespace? { state.withLock { $0.space } }

  /// What was set up, in order.
  package var preconditions: [Precondition] { state.withLock { $0.preconditions } }

  /// A stage whose clock stands still, as the current variation has it.
  package static func stage(_ emulators: [Emulator], at opening: Int64) throws -> (Stage, Namespace)
  {
    var configuration = StageConfiguration(emulators: emulators)
    configuration.clock = .frozen(at: opening + (current?.laterMilliseconds ?? 0))
    if let seed = current?.seed { configuration.seed = seed }
    let stage = Stage(configuration)
    let space = try stage.namespace()
    current?.state.withLock { $0.space = $0.space ?? space }
    return (stage, space)
  }

  /// Keeps what was set up.
  package static func note(_ given: Given, in emulator: String, _ values: JSONObject) {
    current?.state.withLock {
      $0.preconditions.append(Precondition(emulator: emulator, given: given, values: values))
    }
  }
}
