import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The parameters of the auth service: from the query, else from a JSON body (A2, A5).
struct AuthParameters: Sendable {
  private let query: QueryParameters
  private let body: JSONObject

  /// Reads a request; the body of a `GET` does not count.
  ///
  /// - Throws: That the body is no JSON.
  init(_ call: Call) throws(Fault) {
    query = call.query
    body = call.request.method == .get ? [:] : try call.body()
  }

  /// A value that is neither missing nor empty.
  ///
  /// - Throws: That the parameter is missing.
  func value(_ name: String) throws(Fault) -> JSON {
    if let text = query[name] { return .string(text) }
    switch body[name] {
    case nil, .null?, .bool(false)?, .string("")?, .integer(0)?:
      throw .missingParameter.filled(["name": name])
    case .some(let value):
      return value
    }
  }

  /// A text that is not empty.
  ///
  /// - Throws: That the parameter is missing, also where it is no text (A18).
  func text(_ name: String) throws(Fault) -> String {
    guard let text = try value(name).string else {
      throw .missingParameter.filled(["name": name])
    }
    return text
  }

  /// What follows `Bearer ` in the header.
  ///
  /// - Throws: That there is no header, or one too short to have a token.
  static func headerToken(_ request: Request) throws(Fault) -> String {
    let schemeLength = 7
    guard let field = request.headers.value(of: .authorization),
      field.utf8.count >= schemeLength
    else { throw .unauthorizedDenied }
    return String(decoding: field.utf8.dropFirst(schemeLength), as: UTF8.self)
  }
}
