import Ghostlight
package import GhostlightCore
package import GhostlightEmulation
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
    let list = context.stage.configuration.services.map { emulator -> JSON in
      var object = describe(emulator, at: context.addresses[emulator.name])
      object["routes"] = .array(emulator.seed.catalogue.routes.map(\.json))
      object["states"] = .array(emulator.seed.allProviderStates.map(describe))
      return .object(object)
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
}

extension RouteSummary {
  /// The route as the control API and `ghostlight routes` describe it.
  package var json: JSON {
    [
      "method": .string(method), "pattern": .string(pattern), "title": .string(title),
      "changes": .bool(changes),
    ]
  }
}
