/// What an app does with an SDK, and all that it is outcome; the same wherever the service is.
package struct Script<State: Sendable, Device, Outcome: Sendable>: Sendable {
  /// A heading of the guide, or what is done.
  package let title: String
  /// What there is beforehand.
  package let states: [State]
  /// All that the SDK tells.
  package let outcome: Outcome
  package let run: @Sendable (Device) async throws -> Outcome
}
