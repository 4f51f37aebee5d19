import Dispatch
import GhostlightClient
package import GhostlightCore
import HTTPTypes
import Synchronization

extension MKAppInstance {
  /// Sends a request and returns the response.
  ///
  /// A status from 400 on is thrown as an error.
  ///
  /// After a 401, if credentials are stored, the user is logged in again and the request is sent a
  /// second time.
  package func send(_ draft: RequestDraft) async throws(MKError) -> Response {
    let mark = state.withLock { $0.mark }
    var response = try await attempt(draft)
    if response.status == .unauthorized, !draft.isAboutUsers,
      await renewSession(since: mark)
    {
      response = try await attempt(draft)
    }
    guard response.status.code < 400 else { throw MKError(response) }
    return response
  }

  /// Sends a request whose response is a JSON object.
  package func object(_ draft: RequestDraft) async throws(MKError) -> JSONObject {
    let response = try await send(draft)
    guard let object = response.json?.object else {
      throw .unexpected(response.status.code, "a JSON object")
    }
    return object
  }

  /// Sends a request whose response is an array of JSON objects.
  package func objects(_ draft: RequestDraft) async throws(MKError) -> [JSONObject] {
    try await send(draft).objects()
  }

  /// Sends a request once and returns the response, whatever its status.
  func attempt(_ draft: RequestDraft) async throws(MKError) -> Response {
    let request = try request(draft)
    reportUse()
    return try await deliver(request)
  }

  /// Creates the request with the current address, secret and session.
  func request(_ draft: RequestDraft) throws(MKError) -> Request {
    let address = try address()
    let (secret, sessionID) = state.withLock { ($0.secret, $0.sessionID) }
    return draft.request(at: address, secret: secret, sessionID: sessionID)
  }

  /// Sends a complete request through the transport and logs it if the app wants that.
  func deliver(_ request: Request) async throws(MKError) -> Response {
    let line = "\(request.method) \(request.scheme)://\(request.authority)\(request.target)"
    do throws(TransportError) {
      let response = try await environment.transport.exchange(request)
      if requestLogEnabled { environment.log("\(line) → \(response.status.code)") }
      return response
    } catch {
      if requestLogEnabled { environment.log("\(line) → \(error)") }
      throw MKError(error)
    }
  }
}

extension Response {
  /// Returns the objects of the body.
  package func objects() throws(MKError) -> [JSONObject] {
    guard let items = json?.array else { throw .unexpected(status.code, "a JSON array") }
    var objects: [JSONObject] = []
    for item in items {
      guard let object = item.object else {
        throw .unexpected(status.code, "an array of objects")
      }
      objects.append(object)
    }
    return objects
  }
}

extension MKAppInstance {
  /// Runs work in the background and passes its result to a block on the callback queue, once.
  func deliver<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(MKError) -> Value,
    to block: @escaping (Result<Value, MKError>) -> Void
  ) {
    let handler = CompletionHandler(block)
    Task {
      let result: Result<Value, MKError>
      do throws(MKError) { result = .success(try await work()) } catch { result = .failure(error) }
      self.onCallbackQueue { handler(result) }
    }
  }

  /// Runs a closure on the callback queue, with this instance as the current one.
  package func onCallbackQueue(_ call: @escaping @Sendable () -> Void) {
    callbackQueue.async { Self.$current.withValue(self) { call() } }
  }

  /// Runs work and blocks the calling thread until it ends.
  func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(MKError) -> Value
  ) throws(MKError) -> Value {
    try BlockingCall(work).value()
  }
}

/// The header fields of the backend.
///
/// - Source: protocol reference B1.
extension HTTPField.Name {
  static let secret = known("secret")
  static let sid = known("sid")
}
