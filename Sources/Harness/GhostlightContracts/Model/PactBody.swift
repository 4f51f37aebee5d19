public import GhostlightCore

/// A body in a contract.
public enum PactBody: Sendable, Hashable {
  /// An empty body, which Pact writes as `null`.
  case empty
  /// A JSON value.
  case json(JSON, contentType: String)
  /// Text of any kind, a form for instance.
  case text(String, contentType: String?)
  /// Bytes, which stand in the file as base64.
  case bytes([UInt8], contentType: String?)

  /// The body as it is sent.
  public var content: [UInt8] {
    switch self {
    case .empty: []
    case .json(let json, _): json.bytes
    case .text(let text, _): Array(text.utf8)
    case .bytes(let bytes, _): bytes
    }
  }

  /// The type that the contract names.
  public var contentType: String? {
    switch self {
    case .empty: nil
    case .json(_, let type): type
    case .text(_, let type), .bytes(_, let type): type
    }
  }
}
