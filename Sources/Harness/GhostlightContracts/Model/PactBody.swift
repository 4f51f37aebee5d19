public import GhostlightCore
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The body of a request or response in a contract.
///
/// If the body of a ``PactRequest`` is `nil`, no body is sent. If the body of a ``PactResponse`` is
/// `nil`, any body is accepted. JSON, XML and forms are compared by their values, and other bodies
/// by their bytes.
public enum PactBody: Sendable, Hashable {
  /// An empty body, which Pact writes as `null`.
  case empty
  /// A JSON value and its media type.
  case json(JSON, contentType: String)
  /// Text that is not JSON, for example XML or a form.
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
    guard let content = body["content"] else { return nil }
    var type = try node["contentType"]?.string() ?? fieldType
    // The boundary may be in the header field only.
    if let stated = type, let fieldType, MediaType(stated).isMultipart,
      MultipartParts.boundary(in: stated) == nil, MediaType(fieldType).isMultipart
    {
      type = fieldType
    }
    let encoding: String? =
      switch node["encoded"]?.json {
      case .none, .bool(false): nil
      case .bool(true): "base64"
      case .some: try node.required("encoded").string().lowercased()
      }
    let isText = type.map { !MediaType($0).isJSON } ?? false
    switch (encoding, content) {
    case (nil, "") where isText: self = .text("", contentType: type)
    case (_, .null), (nil, ""), ("json", ""): self = .empty
    case ("base64", _):
      let text = try node.required("content").string()
      guard let bytes = Self.decoded(text) else {
        throw node.error("\"content\" is not Base64, as \"encoded\" requires")
      }
      self = .bytes(bytes, contentType: type)
    case ("json", _): self = Self.plain(content, type ?? "application/json")
    case (nil, .string(let text)):
      self =
        isText || type == nil
        ? .text(text, contentType: type) : .json(content, contentType: type ?? "")
    case (nil, _): self = .json(content, contentType: type ?? "application/json")
    default: throw node.error("\"encoded\" must be false, \"base64\" or \"json\"")
    }
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }

  /// Reads a body that is a JSON value or a string.
  ///
  /// A string is the text of a JSON value if the type is JSON, and Base64 if the type is binary.
  private static func plain(_ content: JSON, _ type: String?) -> PactBody {
    guard case .string(let text) = content else {
      return .json(content, contentType: type ?? "application/json")
    }
    guard !text.isEmpty else { return .empty }
    let media = type.map(MediaType.init)
    if let type, media?.isJSON == true {
      return .json(JSON.parsed(Array(text.utf8)) ?? content, contentType: type)
    }
    if media?.isText == false, let data = Data(base64Encoded: text) {
      return .bytes([UInt8](data), contentType: type)
    }
    return .text(text, contentType: type)
  }
}
