import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request before it is known where it goes and who signs it.
struct RequestDraft: Sendable {
  var method: HTTPRequest.Method
  /// Path and query, escaped.
  var target: String
  /// The fields beside those that every request has.
  var headers: HTTPFields = [:]
  var body: [UInt8] = []
  /// Whether it must go over https; `nil` where the options decide.
  var isSecure: Bool?

  init(_ method: HTTPRequest.Method, _ target: String, isSecure: Bool? = nil) {
    self.method = method
    self.target = target
    self.isSecure = isSecure
  }

  /// A request with a JSON body.
  static func json(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON, isSecure: Bool? = nil
  ) -> RequestDraft {
    var draft = RequestDraft(method, target, isSecure: isSecure)
    draft.headers[.contentType] = "application/json"
    draft.body = body.bytes
    return draft
  }

  /// A request that was sent before, to be signed anew; `nil` for one without a URL.
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

  /// Adds the fields of a request's options.
  ///
  /// - Throws: ``SMException`` for an expansion of what a create or update answers; -100 for a
  ///   field that HTTP does not allow.
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

/// Text as it is escaped in paths, queries and forms.
///
/// - Source: protocol reference B6.
enum WireText {
  /// A path segment such as an id: everything is escaped but letters, digits and `- _ * ' ,`.
  static func segment(_ text: String) -> String {
    escape(text, keeping: "-_*',")
  }

  /// The path of a schema, which may name a sub-resource: `/` and the rest stay, escaped.
  static func schemaPath(_ schema: String, lowercased: Bool = true) -> String {
    "/" + escape(lowercased ? schema.lowercased() : schema, keeping: "-_*',/")
  }

  /// Names and values of a query; `[ ] . ,` stay as they are, a space becomes `%20`.
  static func query(_ items: [QueryItem]) -> String {
    query(items.map { FormField($0.name, $0.value ?? "") })
  }

  /// Names and values of a query; `[ ] . ,` stay as they are, a space becomes `%20`.
  static func query(_ fields: [FormField]) -> String {
    fields
      .map { escape($0.name, keeping: "-_*',.[]") + "=" + escape($0.value, keeping: "-_*',.[]") }
      .joined(separator: "&")
  }

  /// A form's body, escaped as a query is.
  static func form(_ fields: [FormField]) -> [UInt8] {
    Array(query(fields).utf8)
  }

  /// A target whose brackets are escaped, for a transport that takes none.
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

/// The header fields that StackMob has for itself.
///
/// - Source: protocol reference A2.
extension HTTPField.Name {
  static let stackMobAPIKey = known("X-StackMob-API-Key")
  static let stackMobExpand = known("X-StackMob-Expand")
  static let stackMobRelations = known("X-StackMob-Relations")
  static let stackMobTime = known("X-StackMob-Time-MS")
  static let cascadeDelete = known("X-StackMob-CascadeDelete")
}
