import GhostlightClient
import GhostlightCore
import HTTPTypes

/// A request before it is known where the service is and who asks.
struct CallDraft: Sendable {
  var method: HTTPRequest.Method
  /// The collection's path and what follows, escaped.
  var path: String
  var parameters: [FormField] = []
  var body: JSON?

  /// A request to a whole collection: `/author/`, `/author/count`.
  init(
    _ method: HTTPRequest.Method, _ collection: String, _ word: String = ""
  ) throws(CRUDError) {
    self.method = method
    path = "/\(try Self.segment(collection, "collection"))/\(word)"
  }

  /// A request to one object: `/author/<id>`, `/author/<id>/state`.
  ///
  /// No id is not the whole collection: it is refused.
  init(
    _ method: HTTPRequest.Method, _ collection: String, id: String, _ word: String? = nil
  ) throws(CRUDError) {
    try self.init(method, collection, try Self.segment(id, "id"))
    if let word { path += "/" + word }
  }

  /// The path with the parameters, by their names.
  var target: String {
    guard !parameters.isEmpty else { return path }
    return path + "?" + PercentEncoding.query(parameters.sorted { $0.name < $1.name })
  }

  /// The body, its keys in a fixed order so that requests can be compared.
  var bytes: [UInt8] {
    body.map { Array($0.text(sortedKeys: true).utf8) } ?? []
  }

  private static func segment(_ text: String, _ role: String) throws(CRUDError) -> String {
    guard !text.isEmpty, text != ".", text != ".." else {
      throw CRUDError.invalidURL("\"\(text)\" is no \(role); give its name.")
    }
    return PercentEncoding.encode(text)
  }
}

extension CRUD {
  /// Sends a request and answers what the service accepted.
  nonisolated(nonsending) func response(
    to draft: Result<CallDraft, CRUDError>
  ) async throws(CRUDError) -> Response {
    let request = try request(try draft.get())
    let response: Response
    do throws(TransportError) { response = try await transport.exchange(request) } catch {
      throw CRUDError(error)
    }
    return try response.accepted()
  }
}

extension Transport {
  /// The network, without a memory for cookies and responses: the session travels in the requests
  /// themselves.
  static let ofCRUD = Transport.urlSession(.ephemeral())
}
