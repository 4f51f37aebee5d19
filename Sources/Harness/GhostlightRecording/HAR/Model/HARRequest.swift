public import GhostlightCore

/// What was asked.
///
/// - Source: HAR 1.2 specification, "request".
public struct HARRequest: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a request.
  public init(json: JSONObject) { self.json = json }

  /// The method: `GET`.
  public var method: String { self[text: "method"] ?? "" }

  /// The absolute URL, without fragment.
  public var url: String {
    get { self[text: "url"] ?? "" }
    set { self[text: "url"] = newValue }
  }

  /// The version of HTTP; every tool spells it in its own way.
  public var httpVersion: String? { self[text: "httpVersion"] }

  /// The cookies, taken apart; the header `Cookie` has them too.
  public var cookies: [HARCookie] {
    get { self[parts: "cookies"] }
    set { self[parts: "cookies"] = newValue }
  }

  /// The header fields in the order sent.
  public var headers: [HARHeader] {
    get { self[parts: "headers"] }
    set { self[parts: "headers"] = newValue }
  }

  /// The query, decoded; ``url`` has it too.
  public var queryString: [HARHeader] {
    get { self[parts: "queryString"] }
    set { self[parts: "queryString"] = newValue }
  }

  /// The body.
  public var postData: HARPostData? {
    get { self[part: "postData"] }
    set { self[part: "postData"] = newValue }
  }

  /// The bytes of the body as sent; -1 where unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .required("method", .text), .required("url", .text),
    .optional("headers", .parts(HARHeader.self)),
    .optional("postData", .part(HARPostData.self)), .optional("bodySize", .number),
  ]
}
