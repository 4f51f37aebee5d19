import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// Sending push requests and reading their responses (protocol reference A5 and A22.1).
extension SMPushClient {
  /// Starts a call, and passes the response's JSON to a block on the main queue.
  ///
  /// If `call` throws because of invalid arguments, `onFailure` is called immediately.
  func start(
    _ call: () throws -> PushCall, onSuccess: ((JSON) -> Void)?, onFailure: SMFailureBlock?
  ) {
    do {
      let call = try call()
      let handler = CompletionHandler<Result<JSON, any Error>> { outcome in
        switch outcome {
        case .success(let answer): onSuccess?(answer)
        case .failure(let error): onFailure?(error)
        }
      }
      Task {
        let outcome: Result<JSON, any Error>
        do { outcome = .success(try await send(call)) } catch { outcome = .failure(error) }
        DispatchQueue.main.async { handler(outcome) }
      }
    } catch {
      onFailure?(error)
    }
  }

  /// Sends a call and returns the response's JSON; `null` if the response contains no JSON.
  ///
  /// - Throws: `SMError` with the HTTP status as its code if the server rejects the request,
  ///   `SMError` -105 without a network, otherwise the URL loading system's error.
  nonisolated(nonsending) func send(_ call: PushCall) async throws -> JSON {
    let response: Response
    do throws(TransportError) {
      let request = request(call)
      response = try await environment.transport.exchange(request)
    } catch {
      throw SMFailure.unreachable(error)
    }
    guard response.status.kind == .successful else {
      throw NSError(
        domain: SMErrorDomain, code: response.status.code,
        userInfo: response.json?.userInfo ?? [:])
    }
    return response.json ?? .null
  }

  private func request(_ call: PushCall) -> Request {
    var request = Request(call.method, RequestTarget(call.target), authority: host)
    request.headers[.accept] = "application/vnd.stackmob+json; version=\(appAPIVersion)"
    if let body = call.body {
      request.headers[.contentType] = "application/json"
      request.body = body.bytes
    }
    let authority = Authority(host)
    let signed = OAuth1Request(
      method: call.method.rawValue, scheme: request.scheme, host: authority.host,
      port: authority.port, target: call.target)
    let authorization = OAuth1Signer.sign(
      signed, with: OAuth1Credentials(key: publicKey, secret: privateKey),
      timestamp: Int64(environment.now().timeIntervalSince1970), nonce: nonce())
    request.headers[.authorization] = authorization.headerValue(realm: "http://\(host)")
    return request
  }
}
