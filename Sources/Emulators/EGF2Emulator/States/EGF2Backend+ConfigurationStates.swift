import GhostlightCore
import GhostlightEmulation

/// What a graph is set to for one contract alone.
extension EGF2Backend {
  static let configurationStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "graph is configured",
      parameters: [
        "changes":
          "object: what is merged into `config.json`, as RFC 7396 says; the graph must be empty"
      ]
    ) { (parameters, state, _) throws(ProviderStateProblem) in
      let changes = try StateParameters(parameters).object("changes")
      let file = state.configuration.source.merged(with: .object(changes))
      do throws(ConfigurationProblem) { try state.configure(file) } catch {
        throw ProviderStateProblem("the configuration is wrong: \(error)")
      }
      return [:]
    }
  ]
}
