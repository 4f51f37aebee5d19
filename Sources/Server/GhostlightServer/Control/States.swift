import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `POST states`: Pact's provider-state protocol.
///
/// The body is `{"state": name, "params"?, "action"?: "setup"|"teardown", "emulator"?,
/// "namespace"?}`, or `{"states": [{"name", "params"?}, …]}` for several states in order. The
/// response contains the values for Pact's generators. A state with an empty name does nothing.
/// Tearing down resets the emulator, because provider states are set up on the seeded state.
extension ControlAPI {
  static func states(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly(
      "state", "params", "action", "emulator", "namespace", "states", "consumer")
    let (name, known) = try control.known(context)
    let emulator = try control.emulator(context)
    let action = try control.text("action") ?? "setup"
    switch action {
    case "setup": break
    case "teardown":
      if let known {
        try ControlCall.kept { () throws(ChangeLogError) in try known.reset(emulator: emulator) }
      }
      return .json(.ok, [:])
    default: throw ControlCall.refusal("\"action\" is \"setup\" or \"teardown\"")
    }
    var values = JSONObject()
    var wanted: [WantedState] = []
    for var state in try wantedStates(control) {
      state.home = try home(of: state.name, emulator, context)
      wanted.append(state)
    }
    guard !wanted.isEmpty else { return .json(.ok, [:]) }
    if wanted.count > 1 || known == nil { try dryRun(wanted, in: name, context) }
    let namespace = try control.namespace(context)
    for state in wanted {
      do throws(ProviderStateError) {
        let result = try namespace.setUp(
          state.name, in: state.home, parameters: state.parameters)
        for member in result { values[member.key] = member.value }
      } catch {
        guard !error.isNotDurable else {
          throw .controlNotDurable.filled(["what": error.description])
        }
        throw ControlCall.conflict(error.description)
      }
    }
    return .json(.ok, .object(values))
  }

  private struct WantedState {
    let name: String
    let parameters: JSONObject
    /// The name of the emulator to which the state belongs.
    var home = ""
  }

  /// Sets up all states in a copy of the namespace, so that an error occurs before the namespace
  /// changes.
  private static func dryRun(
    _ states: [WantedState], in name: String, _ context: ControlContext
  ) throws(Fault) {
    do {
      let trial = try Stage(context.stage.configuration).namespace(name)
      if let known = try context.stage.existing(name) { try trial.restore(known.snapshot()) }
      for state in states {
        _ = try trial.setUp(state.name, in: state.home, parameters: state.parameters)
      }
    } catch {
      throw ControlCall.conflict("\(error)")
    }
  }

  private static func wantedStates(_ control: ControlCall) throws(Fault) -> [WantedState] {
    if let name = try control.text("state") {
      // Pact's verifier sends an empty name if an interaction has no state.
      guard !name.isEmpty else { return [] }
      return [WantedState(name: name, parameters: try parameters(control.body["params"]))]
    }
    guard case .array(let list) = control.body["states"] else {
      throw ControlCall.refusal(
        "the call has no state: use {\"state\":\"user exists\",\"params\":{…}}")
    }
    var states: [WantedState] = []
    for entry in list {
      guard let name = entry["name"]?.string else {
        throw ControlCall.refusal("each of \"states\" needs a \"name\"")
      }
      try ControlCall.allowOnly(["name", "params"], in: entry.object ?? [:])
      states.append(WantedState(name: name, parameters: try parameters(entry["params"])))
    }
    return states
  }

  private static func parameters(_ value: JSON?) throws(Fault) -> JSONObject {
    switch value {
    case nil, .null: return [:]
    case .object(let object): return object
    default: throw ControlCall.refusal("\"params\" must be an object")
    }
  }

  /// Returns the emulator that the call names, or the only emulator that has the state.
  private static func home(
    of state: String, _ emulator: String?, _ context: ControlContext
  ) throws(Fault) -> String {
    if let emulator { return emulator }
    let knowing = context.stage.configuration.services.filter { candidate in
      candidate.seed.allProviderStates.contains { $0.name == state }
    }
    guard knowing.count <= 1 else {
      let names = knowing.map(\.name).joined(separator: ", ")
      throw ControlCall.conflict("\"\(state)\" is a state of several: \(names); add \"emulator\"")
    }
    guard let only = knowing.first else { throw unknown(state, context) }
    return only.name
  }

  /// Returns the error for an unknown state, which lists the states of all emulators.
  private static func unknown(_ state: String, _ context: ControlContext) -> Fault {
    let emulators = context.stage.configuration.services
    let lists = emulators.map { emulator in
      let names = emulator.seed.allProviderStates.map(\.name)
      return (emulators.count > 1 ? emulator.name + ": " : "") + names.joined(separator: ", ")
    }
    return ControlCall.conflict(
      "no provider state is named \"\(state)\"; there are: \(lists.joined(separator: "; "))")
  }
}
