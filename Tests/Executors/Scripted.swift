/// A scenario that consists of a ``Script``, for use as an argument of a test.
package protocol Scripted: Sendable, CustomStringConvertible {
  associatedtype Precondition: Sendable
  associatedtype Device
  associatedtype Outcome: Sendable, Equatable
  var script: Script<Precondition, Device, Outcome> { get }
  /// The provider states for scenarios that do not name any.
  static var usual: [Precondition] { get }
  init(script: Script<Precondition, Device, Outcome>)
}

extension Scripted {
  package static var usual: [Precondition] { [] }

  package init(
    _ title: String, given states: [Precondition] = Self.usual, expects outcome: Outcome,
    run: @escaping @Sendable (Device) async throws -> Outcome
  ) {
    self.init(script: Script(title: title, states: states, outcome: outcome, run: run))
  }

  package var description: String { script.title }

  /// The provider states to set up before the script runs.
  package var states: [Precondition] { script.states }

  /// The outcome that ``run(_:)`` should return.
  package var outcome: Outcome { script.outcome }

  /// Runs the script on a device and returns the outcome.
  package func run(_ device: Device) async throws -> Outcome { try await script.run(device) }
}
