import Dispatch
import GhostlightClient
package import GhostlightCore
import HTTPTypes
import Synchronization

extension MKAppInstance {
  /// Sends a request and returns the response; throws an error for a status of 400 or more.
  ///
  /// After a 401, if the user's credentials are stored, the user is logged in again and the request
  /// is sent a second time.
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

  /// Sends a request and returns the JSON object in its response.
  package func object(_ draft: RequestDraft) async throws(MKError) -> JSONObject {
    let response = try await send(draft)
    guard let object = response.json?.object else {
      throw .unexpected(response.status.code, "a JSON object")
    }
    return object
  }

  /// Sends a request and returns the JSON objects of the array in its response.
  package func objects(_ draft: RequestDraft) async throws(MKError) -> [JSONObject] {
    try await send(draft).objects()
  }

  /// Sends a request once, without a second login, and returns the response whatever its status is.
  func attempt(_ draft: RequestDraft) async throws(MKError) -> Response {
    let request = try request(draft)
    reportUse()
    return try await deliver(request)
  }

  /// Creates the complete request, with the current URL, secret and session.
  func request(_ draft: RequestDraft) throws(MKError) -> Request {
    let address = try address()
    let (secret, sessionID) = state.withLock { ($0.secret, $0.sessionID) }
    return draft.request(at: address, secret: secret, sessionID: sessionID)
  }

  /// Sends a complete request through the transport, and logs it if the app has enabled logging.
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
  /// Returns the JSON objects of the array in the response's body.
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
  /// Runs work in the background and passes its result to a block, once, on the callback queue.
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

  /// Runs a closure on the callback queue, with this instance as ``MKAppInstance/current``.
  package func onCallbackQueue(_ call: @escaping @Sendable () -> Void) {
    callbackQueue.async { Self.$current.withValue(self) { call() } }
  }

  /// Runs work and blocks the calling thread until the work ends.
  func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(MKError) -> Value
  ) throws(MKError) -> Value {
    try BlockingCall(work).value()
  }
}

/// The names of the backend's header fields.
///
/// - Source: protocol reference B1.
extension HTTPField.Name {
  static let secret = known("secret")
  static let sid = known("sid")
}
