import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET health` and `GET emulators`.
extension ControlAPI {
  static func health(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, ["status": "ok"])
  }

  static func emulators(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let list = context.stage.configuration.services.map { emulator in
      JSON.object([
        "name": .string(emulator.name),
        "title": .string(emulator.title),
        "url": context.addresses[emulator.name].map(JSON.string) ?? .null,
        "keys": .object(emulator.keys.json),
        "routes": .array(emulator.seed.catalogue.routes.map(describe)),
        "states": .array(emulator.seed.allProviderStates.map(describe)),
      ])
    }
    return .json(.ok, ["version": .string(Version.current), "emulators": .array(list)])
  }

  private static func describe(_ state: ProviderStateSummary) -> JSON {
    let values = { (values: [ProviderStateSummary.Value]) -> JSON in
      .object(values.reduce(into: JSONObject()) { $0[$1.name] = .string($1.meaning) })
    }
    return [
      "name": .string(state.name), "parameters": values(state.parameters),
      "results": values(state.results),
    ]
  }

  private static func describe(_ route: RouteSummary) -> JSON {
    [
      "method": .string(route.method), "pattern": .string(route.pattern),
      "title": .string(route.title), "changes": .bool(route.changes),
    ]
  }
}
