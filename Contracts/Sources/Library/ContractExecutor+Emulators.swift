public import Ghostlight
public import GhostlightContracts
import GhostlightCore
import GhostlightEmulation

extension ContractExecutor {
  /// Plays in process, each interaction on a stage of its own.
  ///
  /// A provider is the emulator of that name.
  public static func emulators(_ configuration: StageConfiguration) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorProblem) in
      let stage = Stage(configuration)
      guard let responder = stage.responder(for: pact.provider) else {
        throw ContractExecutorProblem("no emulator is named \"\(pact.provider)\"")
      }
      return ContractScene(
        bringAbout: { state throws(ContractExecutorProblem) in
          try bringAbout(state, in: pact.provider, on: stage)
        },
        send: { request throws(ContractExecutorProblem) in await responder.respond(request) },
        servedRoute: { (try? stage.namespace())?.journal.last?.answer.route })
    }
  }

  private static func bringAbout(
    _ state: GivenState, in provider: String, on stage: Stage
  ) throws(ContractExecutorProblem) -> JSONObject {
    do {
      return try stage.namespace().bringAbout(
        state.name, in: provider, parameters: state.parameters)
    } catch {
      throw ContractExecutorProblem("the state \"\(state.name)\" is refused: \(error)")
    }
  }
}
