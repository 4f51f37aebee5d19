/// An app's calls to an SDK, with their expected outcome, which is the same for every kind of
/// ``Executor``.
package struct Script<State: Sendable, Device, Outcome: Sendable>: Sendable {
  /// The title of the scenario: a heading of the vendor's guide, or a description.
  package let title: String
  /// The provider states to set up before the calls.
  package let states: [State]
  /// The outcome that ``run`` should return.
  package let outcome: Outcome
  package let run: @Sendable (Device) async throws -> Outcome
}
