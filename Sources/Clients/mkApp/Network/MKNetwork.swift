public import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Tools for requests that no class makes: tasks of the URL loading system to the same backend.
///
/// A task carries secret and session, and is suspended: call `resume()`. Its handler is called once,
/// on the instance's callback queue; where the status is from 400 it gets data, response and an
/// ``MKError``. Parameters travel as text, arrays and dictionaries as JSON, sorted by name.
///
/// - Source: protocol reference C.1.
public final class MKNetwork: Sendable {
  let instance: MKAppInstance

  init(_ instance: MKAppInstance) { self.instance = instance }

  /// A task that gets bytes.
  public func getDataTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    task(draft(.get, relativePath, queryParameters)) { outcome in
      completionHandler(outcome.data, outcome.response, outcome.error)
    }
  }

  /// A task that gets a JSON object.
  public func getDictionaryTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping ([String: Any]?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    task(draft(.get, relativePath, queryParameters)) { outcome in
      let object = outcome.value(of: "a JSON object") { $0.object }
      completionHandler(object.value?.foundation, outcome.response, object.error)
    }
  }

  /// A task that gets the objects of a collection, which is named after the path's first segment.
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

  /// A task that posts parameters as JSON.
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

  /// A task that deletes.
  public func deleteDataTask(
    relativePath: String, queryParameters: [String: Any]?,
    completionHandler: @escaping (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask {
    task(draft(.delete, relativePath, queryParameters)) { outcome in
      completionHandler(outcome.data, outcome.response, outcome.error)
    }
  }
}
