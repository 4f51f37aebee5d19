public import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of a request or response in a contract.
///
/// If the body of a ``PactRequest`` is `nil`, no body is sent. If the body of a ``PactResponse`` is
/// `nil`, any body is accepted. JSON is compared by value, and other bodies by their bytes.
public enum PactBody: Sendable, Hashable {
  /// An empty body, which Pact writes as `null`.
  case empty
  /// A JSON value and its media type.
  case json(JSON, contentType: String)
  /// Text that is not compared as JSON, for example a form.
  case text(String, contentType: String?)
  /// Bytes, which the contract file contains as Base64.
  case bytes([UInt8], contentType: String?)

  /// The bytes of the body as they are sent.
  public var content: [UInt8] {
    switch self {
    case .empty: []
    case .json(let json, _): json.bytes
    case .text(let text, _): Array(text.utf8)
    case .bytes(let bytes, _): bytes
    }
  }

  /// The media type that the contract states; `nil` if it states none.
  public var contentType: String? {
    switch self {
    case .empty: nil
    case .json(_, let type): type
    case .text(_, let type), .bytes(_, let type): type
    }
  }
}

extension PactBody {
  /// Reads the body of a request or response; returns `nil` if the contract does not mention a
  /// body.
  ///
  /// In version 4, the body is an object with content, type and encoding. In version 3, it is the
  /// content itself.
  init?(reading message: PactNode, fieldType: String?, version: Int) throws(PactError) {
    guard let body = message.json["body"] else { return nil }
    guard !body.isNull else {
      self = .empty
      return
    }
    let node = PactNode(json: body, place: message.path(of: "body"))
    guard version >= 4, body.object != nil else {
      self = Self.plain(body, fieldType)
      return
    }
    let type = try node["contentType"]?.string() ?? fieldType
    let encoding: String
    switch node["encoded"]?.json {
    case .none, .bool(false): encoding = ""
    case .bool(true): encoding = "base64"
    case .some: encoding = try node.required("encoded").string().lowercased()
    }
    guard encoding == "base64" else {
      guard encoding.isEmpty || encoding == "json" else {
        throw node.error("\"encoded\" is false, \"base64\" or \"json\"")
      }
      guard let content = body["content"] else { return nil }
      self = Self.plain(content, type)
      return
    }
    let text = try node.required("content").string()
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw node.error("\"content\" is no base64, though \"encoded\" says so")
    }
    self = .bytes([UInt8](data), contentType: type)
  }

  private static func plain(_ content: JSON, _ type: String?) -> PactBody {
    guard case .string(let text) = content else {
      return .json(content, contentType: type ?? "application/json")
    }
    guard let type, MediaType(type).isJSON else { return .text(text, contentType: type) }
    do throws(JSONError) {
      return .json(try JSON.parse(text), contentType: type)
    } catch {
      return .json(content, contentType: type)
    }
  }
}
