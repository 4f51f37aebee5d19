import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation

extension ContractExecutor {
  /// Plays in process, each interaction on a stage of its own.
  static func inProcess(_ configuration: StageConfiguration) -> ContractExecutor {
    ContractExecutor(name: "in process") { pact, _, _ throws(ContractExecutorError) in
      let stage = Stage(configuration)
      guard let responder = stage.responder(for: pact.provider) else {
        let known = configuration.emulators.map(\.name).joined(separator: ", ")
        throw ContractExecutorError(
          "there is no emulator \(pact.provider), only \(known); say with --against who answers",
          kind: .unsupported)
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
    let namespace: Namespace
    do throws(NamespaceError) {
      namespace = try stage.namespace()
    } catch {
      throw ContractExecutorError("\(error)")
    }
    do throws(ProviderStateError) {
      return try namespace.setUp(state.name, in: provider, parameters: state.parameters)
    } catch {
      throw ContractExecutorError("the state \"\(state.name)\" is refused: \(error)")
    }
  }
}
