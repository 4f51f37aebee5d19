import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// An operation that is ready to go: nothing is sent.
struct PendingCall<Value> {
  let crud: CRUD
  /// The request, or why there is none; closures are told that as well.
  let draft: Result<CallDraft, CRUDError>
  /// Makes the value of a successful response.
  let read: (Response) throws(CRUDError) -> Value

  init(
    _ crud: CRUD, _ draft: () throws(CRUDError) -> CallDraft,
    read: @escaping (Response) throws(CRUDError) -> Value
  ) {
    self.crud = crud
    self.draft = Result(catching: draft)
    self.read = read
  }

  /// Sends the request and blocks this thread until the response is there.
  func wait() throws(CRUDError) -> Value {
    let request = try crud.request(try draft.get())
    let response: Response
    do throws(TransportError) { response = try crud.transport.sendAndWait(request) } catch {
      throw CRUDError(error)
    }
    return try read(try response.accepted())
  }

  /// Sends the request and waits for the response without blocking.
  nonisolated(nonsending) func value() async throws(CRUDError) -> Value {
    try read(try await crud.response(to: draft))
  }

  /// Sends the request and returns; hands value or error to a closure on the callback queue.
  ///
  /// The value is made on that queue too: an app's types may belong to the main actor.
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
  /// The response, unless it is a refusal.
  func accepted() throws(CRUDError) -> Response {
    guard status.kind == .successful else { throw CRUDError(refusal: self) }
    return self
  }

  /// The body as it came.
  var data: Data { Data(body) }

  /// The body as an app's type.
  func decoded<T: Decodable>(_ type: T.Type, by decoder: JSONDecoder) throws(CRUDError) -> T {
    do { return try decoder.decode(type, from: data) } catch {
      throw CRUDError(decoding: type, error)
    }
  }

  /// The id of the object that the body shows.
  func objectID() throws(CRUDError) -> String {
    guard let id = json?.object?["_id"]?.string else { throw CRUDError.invalidResponse }
    return id
  }

  /// A number of objects: `3`, or `{"count":3}` as older services print it.
  func objectCount() throws(CRUDError) -> Int {
    let value = json
    guard let number = value?.integer ?? value?.object?["count"]?.integer,
      let count = Int(exactly: number)
    else { throw CRUDError.invalidResponse }
    return count
  }
}
