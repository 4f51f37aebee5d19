public import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Synchronization

/// Signs a recording's requests again, for a backend that issues different keys.
///
/// A recorded signature was computed with a different key, host and time. The signer stores the MAC
/// keys in login responses, and replaces the `MAC` authorization of requests whose token it knows.
/// All other requests are unchanged. It may be used from any thread.
///
/// - Source: protocol reference A4.
public final class MACRequestSigner: Sendable {
  private let keys = Mutex<[String: String]>([:])

  /// Creates a signer that does not know any token yet.
  public init() {}

  /// Returns a responder that signs requests before this one handles them, and stores keys in its
  /// responses.
  ///
  /// The request's authority must be the host that the backend sees.
  public func resigning(_ responder: Responder) -> Responder {
    responder.collecting().before { [self] in sign($0) }.after { [self] response, _ in
      rememberKey(from: response)
      return response
    }
  }

  private func rememberKey(from response: Response) {
    guard let json = response.json, let token = json["access_token"]?.string,
      let key = json["mac_key"]?.string
    else { return }
    keys.withLock { $0[token] = key }
  }

  private func sign(_ request: Request) -> Request {
    guard let field = request.headers[.authorization], field.utf8.count < 4096,
      let old = authorization(field), let key = keys.withLock({ $0[old.id] })
    else { return request }
    let signed = MACRequest(
      method: request.method.rawValue, target: request.target.raw, host: request.host,
      port: request.port)
    var request = request
    request.headers[.authorization] =
      MACSigner.sign(
        signed, with: MACCredentials(id: old.id, key: key), timestamp: Int64(old.timestamp) ?? 0,
        nonce: old.nonce
      ).headerValue
    return request
  }

  private func authorization(_ field: String) -> MACAuthorization? {
    do throws(AuthorizationHeaderError) {
      return try MACAuthorization(parsing: field)
    } catch {
      return nil
    }
  }
}
