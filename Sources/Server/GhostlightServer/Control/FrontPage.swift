import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The page at the root of the control listener, which says where everything is.
enum FrontPage {
  /// HTML for browsers, JSON for all others.
  static func response(to request: Request, _ context: ControlContext) -> Response {
    let accepted = request.headers[.accept] ?? ""
    var response: Response
    if accepted.contains("text/html") {
      response = Response(.ok)
      response.headers[.contentType] = "text/html; charset=utf-8"
      response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
      response.body = Array(html(context).utf8)
    } else {
      response = .json(.ok, json(context))
    }
    response.headers[.vary] = "Accept"
    return response
  }

  private static func json(_ context: ControlContext) -> JSON {
    let base = (context.addresses["control"] ?? "") + ControlAPI.base
    let emulators = context.stage.configuration.emulators.map { emulator -> JSON in
      var object: JSONObject = [
        "name": .string(emulator.name), "title": .string(emulator.title),
        "url": context.addresses[emulator.name].map(JSON.string) ?? .null,
        "keys": .object(emulator.keys.json),
      ]
      if let url = context.addresses[emulator.name] {
        object["try"] = emulator.firstRequest(url).map(JSON.string)
      }
      return .object(object)
    }
    return [
      "name": "Ghostlight", "version": .string(Version.current),
      "control": .string(base), "openapi": .string(base + "/openapi.json"),
      "emulators": .array(emulators),
    ]
  }

  private static func html(_ context: ControlContext) -> String {
    let rows = context.stage.configuration.emulators.map { emulator -> String in
      let url = context.addresses[emulator.name] ?? ""
      let keys = emulator.keys.map { "<code>\(escaped("\($0.name)=\($0.value)"))</code>" }
      let example = emulator.firstRequest(url).map { "<pre>\(escaped($0))</pre>" } ?? ""
      return "<section><h2>\(escaped(emulator.title))</h2><p>\(escaped(url))</p>"
        + "<p>\(keys.joined(separator: "<br>"))</p>\(example)</section>"
    }
    let calls = ControlAPI.routes.summaries.map { route -> String in
      let path = "/" + route.pattern
      let isLink = route.method == "GET" && !path.contains("{")
      let name = isLink ? "<a href=\"\(path)\">\(path)</a>" : escaped(path)
      return "<li>\(route.method) \(name): \(escaped(route.title))</li>"
    }
    return """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ghostlight</title>
      <style>body{font:16px/1.5 system-ui;max-width:60em;margin:2em auto;padding:0 1em}
      pre{overflow-x:auto;background:#8882;padding:.5em}</style></head><body>
      <h1>Ghostlight \(Version.current)</h1>
      \(rows.joined(separator: "\n"))
      <section><h2>Control API</h2><ul>
      \(calls.joined(separator: "\n"))
      </ul></section></body></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
