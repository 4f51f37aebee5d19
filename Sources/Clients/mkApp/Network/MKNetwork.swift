public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A factory for URL session tasks, for requests that the other classes do not cover.
///
/// Get it from ``MKAppInstance/network``. A task sends the URL, secret and session of its instance.
/// It is created suspended: call `resume()` to start it. Its handler is called once, on the
/// instance's callback queue. If the status is 400 or more, the handler gets the data, the response
/// and an ``MKError``. Parameters are sorted by name. A string is sent unchanged, an array or
/// dictionary as JSON.
///
/// ```swift
/// import mkApp
///
/// let task = MKAppInstance.sharedInstance.network.getDictionaryTask(
///   relativePath: "users/me", queryParameters: nil
/// ) { user, response, error in
///   print(user?["username"] ?? "-")
/// }
/// print(task)  // Suspended; call resume(), which on Linux needs FoundationNetworking.
/// ```
///
/// - Source: protocol reference C1.
public final class MKNetwork: Sendable {
  let instance: MKAppInstance

  init(_ instance: MKAppInstance) { self.instance = instance }

  /// Creates a task that sends a GET request, and passes the body's bytes to the handler.
  public func getDataTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    task(draft(.get, relativePath, queryParameters)) { outcome in
      completionHandler(outcome.data, outcome.response, outcome.error)
    }
  }

  /// Creates a task that sends a GET request, and passes the JSON object in the body to the
  /// handler.
  public func getDictionaryTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping ([String: Any]?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    task(draft(.get, relativePath, queryParameters)) { outcome in
      let object = outcome.value(of: "a JSON object") { $0.object }
      completionHandler(object.value?.foundation, outcome.response, object.error)
    }
  }

  /// Creates a task that reads objects; the first path segment is the name of their collection.
  public func getCollectionsTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping ([MKCollection]?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    let name = relativePath.split(separator: "/").first.map(String.init) ?? ""
    let instance = instance
    return task(draft(.get, relativePath, queryParameters)) { outcome in
      let items = outcome.value(of: "a JSON array of objects") { json -> [JSONObject]? in
        let objects = json.array?.compactMap(\.object)
        return objects?.count == json.array?.count ? objects : .none
      }
      let collections = items.value?.map { instance.collection(name, $0) }
      completionHandler(collections, outcome.response, items.error)
    }
  }

  /// Creates a task that sends a POST request with the parameters as a JSON object.
  public func postDataTask(
    relativePath: String, parameters: [String: Any]?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    let body = json(parameters)
    let draft = body.map { RequestDraft(.post, relativePath: relativePath).sending($0) }
    return task(draft) { outcome in
      completionHandler(outcome.data, outcome.response, outcome.error)
    }
  }

  /// Creates a task that sends a DELETE request, and passes the body's bytes to the handler.
  public func deleteDataTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    task(draft(.delete, relativePath, queryParameters)) { outcome in
      completionHandler(outcome.data, outcome.response, outcome.error)
    }
  }
}

extension MKNetwork {
  typealias Draft = Result<RequestDraft, MKError>

  func draft(
    _ method: HTTPRequest.Method, _ relativePath: String, _ parameters: [String: Any]?
  ) -> Draft {
    json(parameters).map { json in
      var draft = RequestDraft(method, relativePath: relativePath)
      let fields = (json.object?.members ?? []).map { member in
        FormField(member.key, member.value.string ?? member.value.description)
      }
      if !fields.isEmpty { draft.query = PercentEncoding.query(fields) }
      return draft
    }
  }

  func json(_ parameters: [String: Any]?) -> Result<JSON, MKError> {
    Result { () throws(MKError) in
      var object = JSONObject()
      for (key, value) in (parameters ?? [:]).sorted(by: { $0.key < $1.key }) {
        object[key] = try MKValue(value).json(instance.dates, key: key)
      }
      return .object(object)
    }
  }

  /// Creates a suspended task for a request.
  ///
  /// After a 401 the user is logged in again, and the request is sent once more.
  func task(
    _ draft: Draft, then handle: @escaping (TaskOutcome) -> Void
  ) -> URLSessionDataTask {
    let (instance, handler) = (instance, CompletionHandler(handle))
    let finish: @Sendable (TaskOutcome) -> Void = { outcome in
      instance.onCallbackQueue { handler(outcome) }
    }
    let mark = instance.state.withLock { $0.mark }
    do throws(MKError) {
      let draft = try draft.get()
      return try single(draft) { outcome in
        guard outcome.status == 401, !draft.isAboutUsers else { return finish(outcome) }
        Task {
          guard await instance.renewSession(since: mark) else { return finish(outcome) }
          do throws(MKError) {
            try MKNetwork(instance).single(draft, then: finish).resume()
          } catch { finish(TaskOutcome(error)) }
        }
      }
    } catch {
      return refused(error, then: finish)
    }
  }

  private func single(
    _ draft: RequestDraft, then handle: @escaping @Sendable (TaskOutcome) -> Void
  ) throws(MKError) -> URLSessionDataTask {
    let request = try instance.request(draft)
    guard var urlRequest = try? URLRequest(sending: request) else {
      throw MKError(
        .invalidParams,
        message: "\(request.target) is not a valid URL; correct the endpoint or the path.")
    }
    urlRequest.httpShouldHandleCookies = false
    instance.reportUse()
    return instance.environment.urlSession.dataTask(with: urlRequest) { data, response, error in
      handle(TaskOutcome(data, response, error))
    }
  }

  /// Creates a task that always fails with `error`.
  ///
  /// The task reads a folder as if it were a file, so no server is contacted.
  private func refused(
    _ error: MKError, then handle: @escaping @Sendable (TaskOutcome) -> Void
  ) -> URLSessionDataTask {
    let nowhere = URLRequest(url: URL(fileURLWithPath: "/"))
    return instance.environment.urlSession.dataTask(with: nowhere) { _, _, _ in
      handle(TaskOutcome(error))
    }
  }
}

/// The data, response and error with which a URL session task has ended.
struct TaskOutcome: Sendable {
  var data: Data?
  var response: URLResponse?
  var error: MKError?

  /// The HTTP status; `nil` if there was no response.
  var status: Int? { (response as? HTTPURLResponse)?.statusCode }

  /// Creates an outcome that consists of an error, without a response.
  init(_ error: MKError) { self.error = error }

  init(_ data: Data?, _ response: URLResponse?, _ failure: (any Error)?) {
    self.response = response
    if let failure {
      error = MKError(.connectionFailed, message: failure.localizedDescription)
      return
    }
    self.data = data
    guard let status, status >= 400 else { return }
    error = MKError(Response(.init(code: status), body: Array(data ?? Data())))
  }

  /// Parses the response's JSON and converts it with `read`, or returns the error.
  ///
  /// `kind` describes the expected value, for the message of the error.
  func value<Value>(
    of kind: String, _ read: (JSON) -> Value?
  ) -> Result<Value, MKError> {
    if let error { return .failure(error) }
    guard let json = try? JSON.parse(Array(data ?? Data())), let value = read(json) else {
      return .failure(.unexpected(status, kind))
    }
    return .success(value)
  }
}
