import Ghostlight
package import GhostlightCore
import GhostlightRecording
import GhostlightSigning
import HTTPTypes

extension Service {
  /// Adds the keys that the vendor's clients send, and signs the request again if those clients
  /// sign their requests.
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
  /// A JSON object with the value of each key under the key's name.
  package var json: JSONObject {
    reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) }
  }
}
