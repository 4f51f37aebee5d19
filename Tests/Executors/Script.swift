/// The calls of an app to an SDK, with the expected outcome, which is the same for every kind of
/// service.
package struct Script<State: Sendable, Device, Outcome: Sendable>: Sendable {
  /// A heading of the vendor's guide, or a description.
  package let title: String
  /// The provider states to set up first.
  package let states: [State]
  /// The expected outcome.
  package let outcome: Outcome
  package let run: @Sendable (Device) async throws -> Outcome
}
