public import GhostlightCore

/// What was answered.
///
/// - Source: HAR 1.2 specification, "response".
public struct HARResponse: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a response.
  public init(json: JSONObject) { self.json = json }

  /// The status code; 0 or -1 where no response came.
  public var status: Int { self[integer: "status"] ?? 0 }

  /// The reason phrase; empty in HTTP/2.
  public var statusText: String? { self[text: "statusText"] }

  /// The version of HTTP; every tool spells it in its own way.
  public var httpVersion: String? { self[text: "httpVersion"] }

  /// The cookies set, taken apart; the headers `Set-Cookie` have them too.
  public var cookies: [HARCookie] {
    get { self[parts: "cookies"] }
    set { self[parts: "cookies"] = newValue }
  }

  /// The header fields in the order received.
  public var headers: [HARHeader] {
    get { self[parts: "headers"] }
    set { self[parts: "headers"] = newValue }
  }

  /// The body.
  public var content: HARContent? {
    get { self[part: "content"] }
    set { self[part: "content"] = newValue }
  }

  /// The target of the header `Location`, or nothing.
  public var redirectURL: String? { self[text: "redirectURL"] }

  /// The bytes of the body as received, possibly compressed; -1 where unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .optional("status", .number), .optional("statusText", .text),
    .optional("headers", .parts(HARHeader.self)), .optional("content", .part(HARContent.self)),
    .optional("bodySize", .number),
  ]
}
