import GhostlightClient
import GhostlightCore
import HTTPTypes

/// A request without URL, secret and session, which are added when the request is sent.
struct CallDraft: Sendable {
  var method: HTTPRequest.Method
  /// The percent-encoded path, which begins with the collection's name.
  var path: String
  var parameters: [FormField] = []
  var body: JSON?

  /// Creates a request to a whole collection: `/author/` or `/author/count`.
  init(
    _ method: HTTPRequest.Method, _ collection: String, _ word: String = ""
  ) throws(CRUDError) {
    self.method = method
    path = "/\(try Self.segment(collection, "collection"))/\(word)"
  }

  /// Creates a request to one object: `/author/<id>` or `/author/<id>/state`.
  ///
  /// An empty id is an error, because the path without an id refers to the whole collection.
  init(
    _ method: HTTPRequest.Method, _ collection: String, id: String, _ word: String? = nil
  ) throws(CRUDError) {
    try self.init(method, collection, try Self.segment(id, "id"))
    if let word { path += "/" + word }
  }

  /// The path followed by the query parameters, which are sorted by name.
  var target: String {
    guard !parameters.isEmpty else { return path }
    return path + "?" + PercentEncoding.query(parameters.sorted { $0.name < $1.name })
  }

  /// The body's bytes; keys are sorted, so that requests can be compared.
  var bytes: [UInt8] {
    body.map { Array($0.text(sortedKeys: true).utf8) } ?? []
  }

  private static func segment(_ text: String, _ role: String) throws(CRUDError) -> String {
    guard !text.isEmpty, text != ".", text != ".." else {
      throw CRUDError.invalidURL(
        "Invalid \(role) \"\(text)\"; use one that is neither empty nor \".\" nor \"..\".")
    }
    return PercentEncoding.encode(text)
  }
}

extension CRUD {
  /// Sends a request and returns the response; throws an error for a status that is not a success.
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
  /// A transport that uses the network without stored cookies and responses, because each request
  /// contains the session itself.
  static let ofCRUD = Transport.urlSession(.ephemeral())
}
