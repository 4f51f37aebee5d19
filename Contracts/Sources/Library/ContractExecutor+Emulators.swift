public import Ghostlight
public import GhostlightContracts
import GhostlightCore
import GhostlightEmulation

extension ContractExecutor {
  /// Plays in process, each interaction on a stage of its own.
  ///
  /// A provider is the emulator of that name.
  public static func emulators(_ configuration: StageConfiguration) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorError) in
      let stage = Stage(configuration)
      guard let responder = stage.responder(for: pact.provider) else {
        throw ContractExecutorError("no emulator is named \"\(pact.provider)\"")
      }
      return InteractionSession(
        setUp: { state throws(ContractExecutorError) in
          try setUp(state, in: pact.provider, on: stage)
        },
        send: { request throws(ContractExecutorError) in await responder.respond(request) },
        servedRoute: { (try? stage.namespace())?.journal.last?.answer.route })
    }
  }

  private static func setUp(
    _ state: GivenState, in provider: String, on stage: Stage
  ) throws(ContractExecutorError) -> JSONObject {
    do {
      return try stage.namespace().setUp(
        state.name, in: provider, parameters: state.parameters)
    } catch {
      throw ContractExecutorError("the state \"\(state.name)\" is refused: \(error)")
    }
  }
}
