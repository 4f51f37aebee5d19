package import Ghostlight
package import GhostlightCore
import Synchronization

/// A variation of a scenario's run in its seed and its time.
///
/// Comparing the exchanges of two variations shows which values change.
package final class Variation: Sendable {
  /// A provider state that was set up in an emulator, and its results.
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

  /// The variation that is applied to new stages, or `nil` for none.
  @TaskLocal package static var current: Variation?

  private let seed: UInt64
  private let laterMilliseconds: Int64
  private let state = Mutex(State())

  /// Creates a variation with a seed for identifiers, and a time by which the clock's initial time
  /// is later.
  package init(seed: UInt64 = 1, laterMilliseconds: Int64 = 0) {
    self.seed = seed
    self.laterMilliseconds = laterMilliseconds
  }

  /// The default namespace of the first stage of the run, or `nil` if there was none.
  package var space: Namespace? { state.withLock { $0.space } }

  /// The provider states that were set up so far, in order.
  package var preconditions: [Precondition] { state.withLock { $0.preconditions } }

  /// Creates a stage with a frozen clock and applies the current variation to it.
  package static func stage(_ emulators: [Service], at opening: Int64) throws -> (Stage, Namespace)
  {
    var configuration = StageConfiguration(services: emulators)
    configuration.clock = .frozen(at: opening + (current?.laterMilliseconds ?? 0))
    if let seed = current?.seed { configuration.seed = seed }
    let stage = Stage(configuration)
    let space = try stage.namespace()
    current?.state.withLock { $0.space = $0.space ?? space }
    return (stage, space)
  }

  /// Records a provider state that was set up, with its results.
  package static func note(_ given: Given, in emulator: String, _ values: JSONObject) {
    current?.state.withLock {
      $0.preconditions.append(Precondition(emulator: emulator, given: given, values: values))
    }
  }
}
