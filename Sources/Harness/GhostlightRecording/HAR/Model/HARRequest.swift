public import GhostlightCore
import HTTPTypes

/// The request of a HAR entry, as the file describes it.
///
/// It is a view of the entry's JSON. ``HAREntry/exchange()`` converts it to a request that can be
/// sent again.
///
/// - Source: HAR 1.2 specification, "request".
public struct HARRequest: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a request from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The HTTP method, such as `GET`; empty if missing.
  public var method: String { self[text: "method"] ?? "" }

  /// The absolute URL, without a fragment; empty if missing.
  public var url: String {
    get { self[text: "url"] ?? "" }
    set { self[text: "url"] = newValue }
  }

  /// The header fields, in the order in which the client sent them.
  public var headers: [HARHeader] {
    get { self[parts: "headers"] }
    set { self[parts: "headers"] = newValue }
  }

  /// The query parameters of ``url``, percent-decoded by the tool.
  public var queryString: [HARHeader] {
    get { self[parts: "queryString"] }
    set { self[parts: "queryString"] = newValue }
  }

  /// The body; `nil` if the request has none.
  public var postData: HARPostData? {
    get { self[part: "postData"] }
    set { self[part: "postData"] = newValue }
  }

  /// The size of the body as it was sent, in bytes; -1 if unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .required("method", .text), .required("url", .text),
    .optional("headers", .parts(HARHeader.self)),
    .optional("postData", .part(HARPostData.self)), .optional("bodySize", .number),
  ]
}

extension HARRequest {
  /// Converts a request to its HAR form.
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

/// The body of a request in a HAR file.
///
/// Tools save the body as text, as the fields of a form, or both. A body that is not UTF-8 is saved
/// as base64.
///
/// - Source: HAR 1.2 specification, "postData".
public struct HARPostData: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a body from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// Creates a body from bytes: as text if they are UTF-8, otherwise as base64 with `_encoding`.
  public init(_ body: [UInt8], type: String?) {
    json = ["mimeType": .string(type ?? "application/octet-stream")]
    HARBody.write(body, into: &json, encodingKey: "_encoding")
  }

  /// The media type, such as `application/json`.
  public var mimeType: String? { self[text: "mimeType"] }

  /// The body as text, or as base64 if ``encoding`` is `base64`; `nil` if the tool saved only
  /// ``params``.
  public var text: String? {
    get { self[text: "text"] }
    set { self[text: "text"] = newValue }
  }

  /// `base64` if ``text`` is base64, otherwise `nil`.
  ///
  /// HAR does not define this member for requests, so Ghostlight writes it as `_encoding`.
  public var encoding: String? { self[text: "_encoding"] ?? self[text: "encoding"] }

  /// The fields of a submitted form, decoded by the tool; empty for other bodies.
  public var params: [HARParameter] {
    get { self[parts: "params"] }
    set { self[parts: "params"] = newValue }
  }

  static let members: [HARMember] = [
    .optional("mimeType", .text), .optional("text", .text), .optional("encoding", .text),
    .optional("_encoding", .text), .optional("params", .parts(HARParameter.self)),
  ]
}

/// A field of a submitted form.
///
/// Browsers save forms as fields, some of them without the text of the body. A field for an
/// uploaded file has a ``fileName``.
///
/// - Source: HAR 1.2 specification, "params".
public struct HARParameter: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a field from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The field's name; empty if missing.
  public var name: String { self[text: "name"] ?? "" }

  /// The field's value, or the contents of the uploaded file; `nil` if the tool did not save it.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The name of the uploaded file; `nil` for other fields.
  public var fileName: String? { self[text: "fileName"] }

  /// The media type of the uploaded file; `nil` for other fields.
  public var contentType: String? { self[text: "contentType"] }

  static let members: [HARMember] = [
    .required("name", .text), .optional("value", .text), .optional("fileName", .text),
    .optional("contentType", .text),
  ]
}
