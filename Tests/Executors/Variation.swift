package import Ghostlight
package import GhostlightCore
import Synchronization

/// A variation of a scenario's run; comparing two of them shows which values change.
package final class Variation: Sendable {
  /// A provider state that was set up, and the values that it returned.
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

  /// The variation to apply to new stages, if any.
  @TaskLocal package static var current: Variation?

  private let seed: UInt64
  private let laterMilliseconds: Int64
  private let state = Mutex(State())

  /// Creates a variation with a seed for identifiers, and a later initial time.
  package init(seed: UInt64 = 1, laterMilliseconds: Int64 = 0) {
    self.seed = seed
    self.laterMilliseconds = laterMilliseconds
  }

  /// The namespace of the first stage.
  package var space: Namespace? { state.withLock { $0.space } }

  /// The provider states so far, in order.
  package var preconditions: [Precondition] { state.withLock { $0.preconditions } }

  /// Creates a stage with a frozen clock, with the current variation applied.
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

  /// Records a provider state and its values.
  package static func note(_ given: Given, in emulator: String, _ values: JSONObject) {
    current?.state.withLock {
      $0.preconditions.append(Precondition(emulator: emulator, given: given, values: values))
    }
  }
}
