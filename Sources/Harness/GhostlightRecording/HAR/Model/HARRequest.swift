public import GhostlightCore
import HTTPTypes

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

extension HARRequest {
  /// Makes a request of ours into one of HAR.
  init(_ request: Request) {
    let address = HARAddress(request)
    json = [
      "method": .string(request.method.rawValue), "url": .string(address.url),
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .array(request.headers.map { .object(HARHeader($0).json) }),
      "queryString": .array(
        (request.target.queryItems ?? []).map {
          .object(HARHeader($0.name, $0.value ?? "").json)
        }),
      "headersSize": -1, "bodySize": .integer(Int64(request.body.count)),
    ]
    if !request.body.isEmpty {
      postData = HARPostData(request.body, type: request.headers[.contentType])
    }
    let read = HARAddress(url: address.url)
    if read?.scheme != address.scheme { json["_scheme"] = .string(address.scheme) }
    if read?.authority != address.authority { json["_authority"] = .string(address.authority) }
    if read?.target != address.target { json["_target"] = .string(address.target) }
  }
}

/// The body of a request.
///
/// - Source: HAR 1.2 specification, "postData".
public struct HARPostData: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a body.
  public init(json: JSONObject) { self.json = json }

  /// Makes a body: text where the bytes are UTF-8, else base64 with `_encoding`.
  public init(_ body: [UInt8], type: String?) {
    json = ["mimeType": .string(type ?? "application/octet-stream")]
    HARBody.write(body, into: &json, encodingKey: "_encoding")
  }

  /// The media type.
  public var mimeType: String? { self[text: "mimeType"] }

  /// The body as text, or as base64 where ``encoding`` says so.
  public var text: String? {
    get { self[text: "text"] }
    set { self[text: "text"] = newValue }
  }

  /// `base64`, or nothing; HAR knows no such member here, so its name starts with `_`.
  public var encoding: String? { self[text: "_encoding"] ?? self[text: "encoding"] }

  /// The fields of a form, decoded.
  public var params: [HARParameter] {
    get { self[parts: "params"] }
    set { self[parts: "params"] = newValue }
  }

  static let members: [HARMember] = [
    .optional("mimeType", .text), .optional("text", .text), .optional("encoding", .text),
    .optional("_encoding", .text), .optional("params", .parts(HARParameter.self)),
  ]
}

/// A field of a form.
///
/// - Source: HAR 1.2 specification, "params".
public struct HARParameter: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a field.
  public init(json: JSONObject) { self.json = json }

  /// The name.
  public var name: String { self[text: "name"] ?? "" }

  /// The value, or the content of a file.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The name of a file that was sent.
  public var fileName: String? { self[text: "fileName"] }

  /// The media type of a file that was sent.
  public var contentType: String? { self[text: "contentType"] }

  static let members: [HARMember] = [
    .required("name", .text), .optional("value", .text), .optional("fileName", .text),
    .optional("contentType", .text),
  ]
}
