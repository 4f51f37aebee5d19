/// A scenario that is its script, in an argument of a test.
package protocol Scripted: Sendable, CustomStringConvertible {
  associatedtype Precondition: Sendable
  associatedtype Device
  associatedtype Outcome: Sendable, Equatable
  var script: Script<Precondition, Device, Outcome> { get }
  /// What there is beforehand unless a scenario says otherwise.
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

  /// What there is beforehand.
  package var states: [Precondition] { script.states }

  /// All that the SDK tells.
  package var outcome: Outcome { script.outcome }

  /// Does what the app does, and answers what it was outcome.
  package func run(_ device: Device) async throws -> Outcome { try await script.run(device) }
}
