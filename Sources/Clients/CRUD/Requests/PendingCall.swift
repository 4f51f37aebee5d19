import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// A call whose request is prepared but not sent yet.
struct PendingCall<Value> {
  let crud: CRUD
  /// The request, or the error with which `wait`, `value` and `start` fail.
  let draft: Result<CallDraft, CRUDError>
  /// Called with a successful response, to convert it to the call's result.
  let read: (Response) throws(CRUDError) -> Value

  init(
    _ crud: CRUD, _ draft: () throws(CRUDError) -> CallDraft,
    read: @escaping (Response) throws(CRUDError) -> Value
  ) {
    self.crud = crud
    self.draft = Result(catching: draft)
    self.read = read
  }

  /// Sends the request and blocks the calling thread until the response has arrived.
  func wait() throws(CRUDError) -> Value {
    let request = try crud.request(try draft.get())
    let response: Response
    do throws(TransportError) { response = try crud.transport.sendAndWait(request) } catch {
      throw CRUDError(error)
    }
    return try read(try response.accepted())
  }

  /// Sends the request and suspends until the response has arrived.
  nonisolated(nonsending) func value() async throws(CRUDError) -> Value {
    try read(try await crud.response(to: draft))
  }

  /// Sends the request in the background, and passes the result or the error to a closure on the
  /// callback queue.
  ///
  /// `read` runs on that queue too, because an app's types may be isolated to the main actor.
  func start(_ completion: @escaping (Value?, CRUDError?) -> Void) {
    let (crud, draft, read, queue) = (crud, draft, read, crud.callbackQueue)
    let handler = CompletionHandler<Result<Response, CRUDError>> { outcome in
      do throws(CRUDError) { completion(try read(try outcome.get()), nil) } catch {
        completion(nil, error)
      }
    }
    Task.begin {
      let outcome: Result<Response, CRUDError>
      do throws(CRUDError) { outcome = .success(try await crud.response(to: draft)) } catch {
        outcome = .failure(error)
      }
      queue.async { handler(outcome) }
    }
  }
}

extension Response {
  /// Returns the response if its status is a success, otherwise throws the error for its status.
  func accepted() throws(CRUDError) -> Response {
    guard status.kind == .successful else { throw CRUDError(refusal: self) }
    return self
  }

  var data: Data { Data(body) }

  func decoded<T: Decodable>(_ type: T.Type, by decoder: JSONDecoder) throws(CRUDError) -> T {
    do { return try decoder.decode(type, from: data) } catch {
      throw CRUDError(decoding: type, error)
    }
  }

  /// Returns the id of the object that the body contains.
  func objectID() throws(CRUDError) -> String {
    guard let id = json?.object?["_id"]?.string else { throw CRUDError.invalidResponse }
    return id
  }

  /// Returns the count that the body contains: `3`, or `{"count":3}` from older services.
  func objectCount() throws(CRUDError) -> Int {
    let value = json
    guard let number = value?.integer ?? value?.object?["count"]?.integer,
      let count = Int(exactly: number)
    else { throw CRUDError.invalidResponse }
    return count
  }
}
