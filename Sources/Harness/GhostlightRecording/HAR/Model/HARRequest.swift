public import GhostlightCore
import HTTPTypes

/// The request of an entry, in the form of the file.
///
/// It is a view of the entry's JSON. ``HAREntry/exchange()`` turns it into a request that can be
/// sent again.
///
/// - Source: HAR 1.2 specification, "request".
public struct HARRequest: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a request.
  public init(json: JSONObject) { self.json = json }

  /// The method, such as `GET`.
  public var method: String { self[text: "method"] ?? "" }

  /// The absolute URL, without a fragment.
  public var url: String {
    get { self[text: "url"] ?? "" }
    set { self[text: "url"] = newValue }
  }

  /// The version of HTTP; each tool spells it differently.
  public var httpVersion: String? { self[text: "httpVersion"] }

  /// The parsed cookies; the header field `Cookie` has them too.
  public var cookies: [HARCookie] {
    get { self[parts: "cookies"] }
    set { self[parts: "cookies"] = newValue }
  }

  /// The header fields in the order in which they were sent.
  public var headers: [HARHeader] {
    get { self[parts: "headers"] }
    set { self[parts: "headers"] = newValue }
  }

  /// The decoded parameters of the query; ``url`` has them too.
  public var queryString: [HARHeader] {
    get { self[parts: "queryString"] }
    set { self[parts: "queryString"] = newValue }
  }

  /// The body; `nil` if there is none.
  public var postData: HARPostData? {
    get { self[part: "postData"] }
    set { self[part: "postData"] = newValue }
  }

  /// The number of bytes of the body as sent; -1 if unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .required("method", .text), .required("url", .text),
    .optional("headers", .parts(HARHeader.self)),
    .optional("postData", .part(HARPostData.self)), .optional("bodySize", .number),
  ]
}

extension HARRequest {
  /// Creates the HAR form of a request of the package.
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
/// A tool saves its text, the fields of a form, or both. Bytes that are not UTF-8 are saved as
/// base64.
///
/// - Source: HAR 1.2 specification, "postData".
public struct HARPostData: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a body.
  public init(json: JSONObject) { self.json = json }

  /// Creates a body: text if the bytes are UTF-8, otherwise base64 with `_encoding`.
  public init(_ body: [UInt8], type: String?) {
    json = ["mimeType": .string(type ?? "application/octet-stream")]
    HARBody.write(body, into: &json, encodingKey: "_encoding")
  }

  /// The media type.
  public var mimeType: String? { self[text: "mimeType"] }

  /// The body as text, or as base64 if ``encoding`` is `base64`.
  public var text: String? {
    get { self[text: "text"] }
    set { self[text: "text"] = newValue }
  }

  /// `base64` or `nil`; HAR does not define this member here, so its name starts with `_`.
  public var encoding: String? { self[text: "_encoding"] ?? self[text: "encoding"] }

  /// The decoded fields of a form.
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
/// Browsers save forms as fields, some without the text of the body. A field that is a file has a
/// ``fileName``.
///
/// - Source: HAR 1.2 specification, "params".
public struct HARParameter: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a field.
  public init(json: JSONObject) { self.json = json }

  /// The name.
  public var name: String { self[text: "name"] ?? "" }

  /// The value, or the content of a file.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The name of the file that was sent; `nil` for other fields.
  public var fileName: String? { self[text: "fileName"] }

  /// The media type of the file that was sent; `nil` for other fields.
  public var contentType: String? { self[text: "contentType"] }

  static let members: [HARMember] = [
    .required("name", .text), .optional("value", .text), .optional("fileName", .text),
    .optional("contentType", .text),
  ]
}
