package import Ghostlight
package import GhostlightCore
import GhostlightRecording
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
        "curl -H \(ShellWord.quoted("X-StackMob-API-Key: " + key)) -d '{\"title\":\"Hello\"}' \(url)/todo"
    case "mia":
      return
        "curl -H \(ShellWord.quoted("secret: " + key)) \(json) -d '{\"title\":\"Hello\"}' \(url)/books"
    case "egf2":
      return "curl \(json) -d '{\"first_name\":\"Ada\",\"last_name\":\"Lovelace\","
        + "\"date_of_birth\":\"1815-12-10\",\"email\":\"ada@example.com\","
        + "\"password\":\"engine1843\"}' \(url)/v1/register"
    case "appcenter":
      return "curl -H \(ShellWord.quoted("App-Secret: " + key)) \(json) "
        + "-d '{\"partitions\":[\"readonly\"]}' \(url)/v0.1/data/tokens"
    case "cosmos": return Self.signedRequest(url, key)
    default: return nil
    }
  }

  /// Lists the databases; the signature is made in the shell, with openssl.
  private static func signedRequest(_ url: String, _ key: String) -> String {
    "(d=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT'); "
      + "k=$(echo \(ShellWord.quoted(key)) | base64 -d | od -An -tx1 | tr -d ' \\n'); "
      + "s=$(printf 'get\\ndbs\\n\\n%s\\n\\n' \"$(echo \"$d\" | tr A-Z a-z)\" | "
      + "openssl dgst -sha256 -mac HMAC -macopt hexkey:\"$k\" -binary | base64 | "
      + "sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g'); "
      + "curl -H \"x-ms-date: $d\" -H 'x-ms-version: 2018-12-31' "
      + "-H \"Authorization: type%3Dmaster%26ver%3D1.0%26sig%3D$s\" \(url)/dbs)"
  }
}

extension Emulator {
  /// Adds the keys that the vendor's clients would send, and signs the request anew where they sign.
  func sign(_ request: inout Request, in namespace: Namespace) {
    let key = keys.first?.value ?? ""
    switch seed {
    case is StackMobBackend:
      if request.headers[.stackMobAPIKey] == nil { request.headers[.stackMobAPIKey] = key }
    case is MiaBackend:
      if request.headers[.miaSecret] == nil { request.headers[.miaSecret] = key }
    case is AppCenterBackend:
      if request.headers[.appSecret] == nil { request.headers[.appSecret] = key }
    case let backend as CosmosBackend:
      let date = HTTPDate.format(milliseconds: namespace.clock.milliseconds)
      request.headers[.msDate] = date
      if request.headers[.msVersion] == nil { request.headers[.msVersion] = "2018-12-31" }
      let text = CosmosResourceLink(request.target)
        .stringToSign(method: request.method.rawValue, date: date)
      let signature = backend.state.configuration.tokenKey.signature(of: text)
      request.headers[.authorization] = PercentEncoding.encode(
        "type=master&ver=1.0&sig=" + signature)
    default: break
    }
    if let signed = namespace.authorization(for: request, by: name) {
      request.headers[.authorization] = signed
    }
  }
}

extension HTTPField.Name {
  fileprivate static let stackMobAPIKey = known("X-StackMob-API-Key")
  fileprivate static let miaSecret = known("secret")
  fileprivate static let appSecret = known("App-Secret")
  fileprivate static let msDate = known("x-ms-date")
  fileprivate static let msVersion = known("x-ms-version")
}

extension [EmulatorKey] {
  /// The keys as members of an object.
  package var json: JSONObject {
    reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) }
  }
}
