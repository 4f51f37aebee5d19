package import Ghostlight
package import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// A key of an emulator, by the name of the environment variable that holds it.
public struct EmulatorKey: Sendable, Hashable {
  /// The variable: `STACKMOB_PUBLIC_KEY`.
  public let name: String
  /// What clients send, or sign with.
  public let value: String
}

extension Emulator {
  /// What a client must know to be answered: public and private keys, secrets; none for EGF2.
  ///
  /// Where several apps or accounts are configured, the first one's.
  package var keys: [EmulatorKey] {
    switch seed {
    case let backend as StackMobBackend:
      let keys = backend.configuration.developmentKeys
      return [
        EmulatorKey(name: "STACKMOB_PUBLIC_KEY", value: keys.publicKey),
        EmulatorKey(name: "STACKMOB_PRIVATE_KEY", value: keys.privateKey),
      ]
    case let backend as MiaBackend:
      return [EmulatorKey(name: "MIA_SECRET", value: backend.configuration.secret)]
    case let backend as AppCenterBackend:
      return backend.state.configuration.apps.prefix(1).map {
        EmulatorKey(name: "APPCENTER_APP_SECRET", value: $0.secret)
      }
    case let backend as CosmosBackend:
      return backend.state.configuration.masterKeys.prefix(1).map {
        EmulatorKey(name: "COSMOS_KEY", value: $0.text)
      }
    default: return []
    }
  }

  /// A first request by curl, for a shell, to the emulator at `url`; `nil` for one that is not ours.
  package func firstRequest(_ url: String) -> String? {
    let json = "-H 'Content-Type: application/json'"
    let key = keys.first?.value ?? ""
    switch name {
    case "stackmob":
      return
        "curl -H \(Self.quoted("X-StackMob-API-Key: " + key)) -d '{\"title\":\"Hello\"}' \(url)/todo"
    case "mia":
      return
        "curl -H \(Self.quoted("secret: " + key)) \(json) -d '{\"title\":\"Hello\"}' \(url)/books"
    case "egf2":
      return "curl \(json) -d '{\"first_name\":\"Ada\",\"last_name\":\"Lovelace\","
        + "\"date_of_birth\":\"1815-12-10\",\"email\":\"ada@example.com\","
        + "\"password\":\"engine1843\"}' \(url)/v1/register"
    case "appcenter":
      return "curl -H \(Self.quoted("App-Secret: " + key)) \(json) "
        + "-d '{\"partitions\":[\"readonly\"]}' \(url)/v0.1/data/tokens"
    case "cosmos": return Self.signedRequest(url, key)
    default: return nil
    }
  }

  /// Lists the databases; the signature is made in the shell, with openssl.
  private static func signedRequest(_ url: String, _ key: String) -> String {
    "(d=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT'); "
      + "k=$(echo \(quoted(key)) | base64 -d | od -An -tx1 | tr -d ' \\n'); "
      + "s=$(printf 'get\\ndbs\\n\\n%s\\n\\n' \"$(echo \"$d\" | tr A-Z a-z)\" | "
      + "openssl dgst -sha256 -mac HMAC -macopt hexkey:\"$k\" -binary | base64 | "
      + "sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g'); "
      + "curl -H \"x-ms-date: $d\" -H 'x-ms-version: 2018-12-31' "
      + "-H \"Authorization: type%3Dmaster%26ver%3D1.0%26sig%3D$s\" \(url)/dbs)"
  }

  /// A shell's word in quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

extension [EmulatorKey] {
  /// The keys as members of an object.
  package var json: JSONObject {
    reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) }
  }
}

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
