import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request without host and signature.
struct RequestDraft: Sendable {
  var method: HTTPRequest.Method
  /// The percent-encoded path and query.
  var target: String
  /// The header fields that are specific to this request.
  var headers: HTTPFields = [:]
  var body: [UInt8] = []
  /// Whether the request must use https; `nil` if the options decide.
  var isSecure: Bool?

  init(_ method: HTTPRequest.Method, _ target: String, isSecure: Bool? = nil) {
    self.method = method
    self.target = target
    self.isSecure = isSecure
  }

  /// Returns a request with a JSON body.
  static func json(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON, isSecure: Bool? = nil
  ) -> RequestDraft {
    var draft = RequestDraft(method, target, isSecure: isSecure)
    draft.headers[.contentType] = "application/json"
    draft.body = body.bytes
    return draft
  }

  /// Creates a draft from a request that was already sent, so that it can be signed again; `nil` if
  /// the request's URL or method is missing or invalid.
  init?(_ request: URLRequest) {
    guard let url = request.url, let name = request.httpMethod,
      let method = HTTPRequest.Method(name),
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
    self.init(method, path + query, isSecure: parts.scheme == "https")
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      guard let name = HTTPField.Name(name), name != .authorization else { continue }
      headers[name] = value
    }
    body = Array(request.httpBody ?? Data())
  }

  /// Adds header fields from a request's options.
  ///
  /// - Throws: ``SMException`` for an expand depth in a create or update, `SMError` -100 for a
  ///   header field that HTTP does not allow.
  mutating func add(_ fields: [String: String]) throws {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
        throw SMFailure.invalidArguments(
          "The header field \(HeaderText.print(name)): \(HeaderText.print(value)) is malformed.")
      }
      if field == .stackMobExpand, method == .post || method == .put {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "Expand depth is not supported for creates or updates.  "
            + "Please check your requests and edit accordingly.")
      }
      headers[field] = value
    }
  }
}

/// The percent encoding of paths, queries and forms.
///
/// - Source: protocol reference B6.
enum WireText {
  /// Returns a percent-encoded path segment, such as an ID.
  ///
  /// Letters, digits and `- _ * ' ,` are not encoded.
  static func segment(_ text: String) -> String {
    escape(text, keeping: "-_*',")
  }

  /// Returns the percent-encoded path of a schema, in which `/` is not encoded so that it can have
  /// sub-resources.
  static func schemaPath(_ schema: String, lowercased: Bool = true) -> String {
    "/" + escape(lowercased ? schema.lowercased() : schema, keeping: "-_*',/")
  }

  /// Returns a percent-encoded query string.
  ///
  /// `[ ] . ,` are not encoded, and a space becomes `%20`.
  static func query(_ items: [QueryItem]) -> String {
    query(items.map { FormField($0.name, $0.value ?? "") })
  }

  /// Returns a percent-encoded query string.
  ///
  /// `[ ] . ,` are not encoded, and a space becomes `%20`.
  static func query(_ fields: [FormField]) -> String {
    fields
      .map { escape($0.name, keeping: "-_*',.[]") + "=" + escape($0.value, keeping: "-_*',.[]") }
      .joined(separator: "&")
  }

  /// Returns a form as a request body, encoded like a query string.
  static func form(_ fields: [FormField]) -> [UInt8] {
    Array(query(fields).utf8)
  }

  /// Returns a path and query with `[` and `]` percent-encoded, for transports that need valid
  /// URLs.
  static func withoutBrackets(_ target: String) -> String {
    var text = ""
    for scalar in target.unicodeScalars {
      switch scalar {
      case "[": text += "%5B"
      case "]": text += "%5D"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ text: String, keeping kept: StaticString) -> String {
    let kept = kept.withUTF8Buffer { Array($0) }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where kept.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The names of StackMob's header fields.
///
/// - Source: protocol reference A2.
extension HTTPField.Name {
  static let stackMobAPIKey = known("X-StackMob-API-Key")
  static let stackMobExpand = known("X-StackMob-Expand")
  static let stackMobRelations = known("X-StackMob-Relations")
  static let stackMobTime = known("X-StackMob-Time-MS")
  static let cascadeDelete = known("X-StackMob-CascadeDelete")
}
