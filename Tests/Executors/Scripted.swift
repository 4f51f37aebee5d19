package import Testing

/// A scene that is its script, in an argument of a test.
package protocol Scripted: Sendable, CustomTestStringConvertible {
  associatedtype Precondition: Sendable
  associatedtype Device
  associatedtype Outcome: Sendable, Equatable
  var script: Script<Precondition, Device, Outcome> { get }
  /// What there is beforehand unless a scene says otherwise.
  static var usual: [Precondition] { get }
  init(script: Script<Precondition, Device, Outcome>)
}

extension Scripted {
  package static var usual: [Precondition] { [] }

  package init(
    _ title: String, given states: [Precondition] = Self.usual, tells told: Outcome,
    play: @escaping @Sendable (Device) async throws -> Outcome
  ) {
    self.init(script: Script(title: title, states: states, told: told, play: play))
  }

  package var testDescription: String { script.title }

  /// What there is beforehand.
  package var states: [Precondition] { script.states }

  /// All that the SDK tells.
  package var told: Outcome { script.told }

  /// Does what the app does, and answers what it was told.
  package func play(_ device: Device) async throws -> Outcome { try await script.play(device) }
}
