import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// A request that a contract will send, signed beforehand, since contracts cannot sign.
///
/// The contract sends the host in its `Host` field, so that the signature holds wherever the
/// emulator listens.
struct PresignedRequest {
  private let method: String
  private let target: String
  private let host: String
  private let port: Int
  private let scheme: String

  /// Reads `method` and `target`, and what else is covered: `host`, `port`, `scheme`.
  ///
  /// - Throws: A problem with the name of the parameter.
  init(_ parameters: JSONObject) throws(ProviderStateProblem) {
    let known = ["method", "target", "host", "port", "scheme"]
    if let other = parameters.keys.first(where: { !known.contains($0) }) {
      throw ProviderStateProblem(
        "a request to sign has no \"\(other)\"; it has: \(known.joined(separator: ", "))")
    }
    let reader = StateParameters(parameters)
    method = try reader.string("method")
    target = try reader.string("target")
    host = try reader.string("host", default: "api.stackmob.com")
    scheme = try reader.string("scheme", default: "http")
    let standard = scheme == "https" ? 443 : 80
    guard let port = parameters["port"] else {
      self.port = standard
      return
    }
    guard let number = port.integer, (1...65_535).contains(number) else {
      throw ProviderStateProblem("the parameter \"port\" must be a whole number up to 65535")
    }
    self.port = Int(number)
  }

  /// The `Authorization` of a logged-in user (A4).
  func authorization(accessToken: String, macKey: String, _ moment: inout Moment) -> String {
    MACSigner.sign(
      MACRequest(method: method, target: target, host: host, port: port),
      with: MACCredentials(id: accessToken, key: macKey), timestamp: moment.seconds,
      nonce: "n\(moment.number() % 10_000)"
    ).headerValue
  }

  /// The `Authorization` of the private key's holder (A5).
  func authorization(_ keys: StackMobKeys, _ moment: inout Moment) -> String {
    OAuth1Signer.sign(
      OAuth1Request(method: method, scheme: scheme, host: host, port: port, target: target),
      with: OAuth1Credentials(key: keys.publicKey, secret: keys.privateKey),
      timestamp: moment.seconds, nonce: "n\(moment.number())"
    ).headerValue()
  }
}
