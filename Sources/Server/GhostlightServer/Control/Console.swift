import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Serves `GET console`: the data of the console's start view.
extension ControlAPI {
  static func console(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let emulators = context.stage.configuration.services.map { emulator -> JSON in
      let url = context.addresses[emulator.name]
      var object = describe(emulator, at: url)
      object["kind"] = .string(emulator.kind)
      object["hosts"] = .array(emulator.hosts.map(JSON.string))
      let page = ManualSite.paths.first { $0.lowercased() == emulator.name }
      object["manual"] = page.map { .string(ManualSite.root + $0) }
      object["trySwift"] = url.map { url in
        .string(emulator.firstRequestInSwift(url) { context.addresses[$0] })
      }
      return .object(object)
    }
    return .json(
      .ok,
      [
        "version": .string(Version.current), "readOnly": .bool(context.isConsoleReadOnly),
        "namespaces": .array(context.stage.namespaceNames.map(JSON.string)),
        "emulators": .array(emulators),
      ])
  }

  /// Returns the description of an emulator, including its keys and a first request.
  static func describe(_ emulator: Service, at url: String?) -> JSONObject {
    var object: JSONObject = [
      "name": .string(emulator.name), "title": .string(emulator.title),
      "url": url.map(JSON.string) ?? .null,
      "keys": .object(emulator.keys(at: url.map(ListenerAddress.reachable)).json),
    ]
    object["try"] = url.map { .string(emulator.firstRequest($0)) }
    return object
  }
}

extension Service {
  /// The kind of the service for people: an upstream has a recording without entries.
  fileprivate var kind: String {
    switch seed {
    case let recording as RecordingBackend: recording.isEmpty ? "upstream" : "recording"
    case is ContractBackend: "contract"
    default: "emulator"
    }
  }
}

/// The document at the root of the control listener, which tells programs the URLs of all
/// emulators.
enum FrontPage {
  /// Returns the document as JSON; the caller serves the console to browsers, which accept HTML.
  static func response(_ context: ControlContext) -> Response {
    var response = Response.json(.ok, json(context))
    response.headers[.vary] = "Accept"
    return response
  }

  private static func json(_ context: ControlContext) -> JSON {
    let base = (context.addresses["control"] ?? "") + ControlAPI.base
    let emulators = context.stage.configuration.services.map { emulator -> JSON in
      .object(ControlAPI.describe(emulator, at: context.addresses[emulator.name]))
    }
    return [
      "name": "Ghostlight", "version": .string(Version.current),
      "control": .string(base), "openapi": .string(base + "/openapi.json"),
      "emulators": .array(emulators),
    ]
  }
}
