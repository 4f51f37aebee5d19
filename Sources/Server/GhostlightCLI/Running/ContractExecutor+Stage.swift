import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation

extension ContractExecutor {
  /// Plays in process, each interaction on a stage of its own.
  static func inProcess(_ configuration: StageConfiguration) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorProblem) in
      let stage = Stage(configuration)
      guard let responder = stage.responder(for: pact.provider) else {
        let known = configuration.emulators.map(\.name).joined(separator: ", ")
        throw ContractExecutorProblem(
          "there is no emulator \(pact.provider), only \(known); say with --against who answers",
          kind: .unsupported)
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
    let namespace: Namespace
    do throws(NamespaceProblem) {
      namespace = try stage.namespace()
    } catch {
      throw ContractExecutorProblem("\(error)")
    }
    do throws(ProviderStateProblem) {
      return try namespace.bringAbout(state.name, in: provider, parameters: state.parameters)
    } catch {
      throw ContractExecutorProblem("the state \"\(state.name)\" is refused: \(error)")
    }
  }
}
