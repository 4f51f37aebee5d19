import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

  /// A suspended task for a draft, which logs in again and asks once more after a 401.
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
        .invalidParams, message: "\(request.target) makes no URL; correct endpoint or path.")
    }
    urlRequest.httpShouldHandleCookies = false
    instance.reportUse()
    return instance.environment.urlSession.dataTask(with: urlRequest) { data, response, error in
      handle(TaskOutcome(data, response, error))
    }
  }

  /// A task that can only fail: it asks for a file that is none, and no server.
  private func refused(
    _ error: MKError, then handle: @escaping @Sendable (TaskOutcome) -> Void
  ) -> URLSessionDataTask {
    let nowhere = URLRequest(url: URL(fileURLWithPath: "/"))
    return instance.environment.urlSession.dataTask(with: nowhere) { _, _, _ in
      handle(TaskOutcome(error))
    }
  }
}
