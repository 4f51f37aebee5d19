package import Ghostlight
package import GhostlightCore
import GhostlightEmulation

/// A stage whose emulators have a frozen clock, and its default namespace.
package struct TestStage: Sendable {
  package let stage: Stage
  package let space: Namespace

  package init(_ emulators: [Service], at opening: Int64) throws {
    (stage, space) = try Variation.stage(emulators, at: opening)
  }

  /// Sets up provider states and returns their results; a result of a later state replaces an
  /// earlier one of the same name.
  @discardableResult
  package func setUp(_ states: [Given], in emulator: String) throws -> JSONObject {
    var values: JSONObject = [:]
    for state in states {
      let result = try space.setUp(state.name, in: emulator, parameters: state.parameters)
      for value in result { values[value.key] = value.value }
      Variation.note(state, in: emulator, result)
    }
    return values
  }

  /// Returns a responder that passes requests to an emulator.
  ///
  /// - Throws: ``ExecutorError`` if the stage does not have the emulator.
  package func responder(_ emulator: String) throws -> Responder {
    guard let responder = stage.responder(for: emulator) else {
      throw ExecutorError("there is no emulator \(emulator)")
    }
    return responder
  }

  /// Advances the emulators' clock by a number of seconds.
  package func pass(seconds: Int64) throws {
    try space.changeClock(.advance(milliseconds: seconds * 1000))
  }
}
