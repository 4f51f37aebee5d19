public import GhostlightCore
import HTTPTypes

/// One exchange in a HAR file.
///
/// It is a view of the entry's JSON: its properties read and write ``json``, and unknown members
/// are kept. Call ``exchange()`` for a request and response that can be replayed; if the entry
/// cannot be replayed, ``omission`` has the reason.
///
/// - Source: HAR 1.2 specification, "entries".
public struct HAREntry: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates an entry from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The id of the page to which the exchange belongs; `nil` if it belongs to none.
  public var pageref: String? {
    get { self[text: "pageref"] }
    set { self[text: "pageref"] = newValue }
  }

  /// The time at which the request began, in ISO 8601.
  public var startedDateTime: String? { self[text: "startedDateTime"] }

  /// The duration of the exchange, in milliseconds; `nil` if the tool did not save it.
  public var time: Double? { self[number: "time"] }

  /// The request; empty if the member is missing.
  public var request: HARRequest {
    get { self[part: "request"] ?? HARRequest(json: [:]) }
    set { self[part: "request"] = newValue }
  }

  /// The response; `nil` if the client received none.
  public var response: HARResponse? {
    get { self[part: "response"] }
    set { self[part: "response"] = newValue }
  }

  static let members: [HARMember] = [
    .required("request", .part(HARRequest.self)), .optional("response", .part(HARResponse.self)),
  ]
}

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
    get { self[pairs: "headers"] }
    set { self[pairs: "headers"] = newValue }
  }

  /// The query parameters of ``url``, percent-decoded by the tool.
  public var queryString: [HARHeader] {
    get { self[pairs: "queryString"] }
    set { self[pairs: "queryString"] = newValue }
  }

  /// The body; `nil` if the request has none.
  public var postData: HARPostData? {
    get { self[body: "postData"] }
    set { self[body: "postData"] = newValue }
  }

  /// The size of the body as it was sent, in bytes; -1 if unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .required("method", .text), .required("url", .text),
    .optional("postData", .body(HARPostData.self)),
  ]
}

extension HARRequest {
  /// Converts a request to its HAR form.
  init(_ request: Request) {
    let address = HARAddress(request)
    json = [
      "method": .string(request.method.rawValue), "url": .string(address.url),
      "httpVersion": "HTTP/1.1", "cookies": .array(HARCookie.sent(in: request.headers)),
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
    get { self[content: "text"] }
    set { self[content: "text"] = newValue }
  }

  /// `base64` if ``text`` is base64, otherwise `nil`.
  ///
  /// HAR does not define this member for requests, so Ghostlight writes it as `_encoding`.
  public var encoding: String? { self[text: "_encoding"] ?? self[text: "encoding"] }

  /// The fields of a submitted form, decoded by the tool; empty for other bodies.
  public var params: [HARParameter] {
    get { self[pairs: "params"] }
    set { self[pairs: "params"] = newValue }
  }

  static let members: [HARMember] = [
    .optional("encoding", .text), .optional("_encoding", .text),
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
    get { self[content: "value"] }
    set { self[content: "value"] = newValue }
  }

  /// The name of the uploaded file; `nil` for other fields.
  public var fileName: String? { self[text: "fileName"] }

  /// The media type of the uploaded file; `nil` for other fields.
  public var contentType: String? { self[text: "contentType"] }

  static let members: [HARMember] = []
}

/// The response of a HAR entry, as the file describes it.
///
/// It is a view of the entry's JSON. ``HAREntry/exchange()`` converts it to a response that can be
/// replayed.
///
/// - Source: HAR 1.2 specification, "response".
public struct HARResponse: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a response from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The status code; 0 or -1 if the client received no response.
  public var status: Int { self[integer: "status"] ?? 0 }

  /// The reason phrase; empty in HTTP/2, which has none.
  public var statusText: String? { self[text: "statusText"] }

  /// The header fields, in the order in which the client received them.
  public var headers: [HARHeader] {
    get { self[pairs: "headers"] }
    set { self[pairs: "headers"] = newValue }
  }

  /// The body, with its size and media type; `nil` if the member is missing.
  public var content: HARContent? {
    get { self[body: "content"] }
    set { self[body: "content"] = newValue }
  }

  /// The size of the body as it was received, possibly compressed, in bytes; -1 if unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .optional("status", .number), .optional("content", .body(HARContent.self)),
  ]
}

extension HARResponse {
  /// Converts a response to its HAR form.
  init(_ response: Response) {
    json = [
      "status": .integer(Int64(response.status.code)),
      "statusText": .string(response.status.reasonPhrase),
      "httpVersion": "HTTP/1.1", "cookies": .array(HARCookie.set(in: response.headers)),
      "headers": .array(response.headers.map { .object(HARHeader($0).json) }),
      "content": .object(HARContent(response.body, type: response.headers[.contentType]).json),
      "redirectURL": .string(response.headers[.location] ?? ""),
      "headersSize": -1, "bodySize": .integer(Int64(response.body.count)),
    ]
    json["_delivery"] = response.delivery.har
    if response.delayMilliseconds != 0 {
      json["_delayMilliseconds"] = .integer(Int64(response.delayMilliseconds))
    }
  }
}

/// The body of a response in a HAR file.
///
/// Most tools save the body decoded. A body that is not UTF-8 is saved as base64.
///
/// - Source: HAR 1.2 specification, "content".
public struct HARContent: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a body from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// Creates a body from bytes: as text if they are UTF-8, otherwise as base64 with `encoding`.
  public init(_ body: [UInt8], type: String?) {
    json = [
      "size": .integer(Int64(body.count)),
      "mimeType": .string(type ?? "application/octet-stream"),
    ]
    HARBody.write(body, into: &json, encodingKey: "encoding")
  }

  /// The size of the decoded body, in bytes; -1 if unknown.
  public var size: Int? { self[integer: "size"] }

  /// The number of bytes by which compression made the body smaller; `nil` if the tool did not save
  /// it.
  public var compression: Int? { self[integer: "compression"] }

  /// The media type, such as `application/json`.
  public var mimeType: String? { self[text: "mimeType"] }

  /// The body as text, or as base64 if ``encoding`` is `base64`; `nil` if the tool did not save it.
  public var text: String? {
    get { self[content: "text"] }
    set { self[content: "text"] = newValue }
  }

  /// `base64` if ``text`` is base64, otherwise `nil`.
  public var encoding: String? { self[text: "encoding"] }

  /// The name of the file that has the body; `nil` if the tool wrote the body to the HAR file.
  var file: String? { self[text: "_file"] }

  static let members: [HARMember] = [.optional("encoding", .text)]
}

/// A name with its value: a header field, or a query parameter.
///
/// HAR uses the same object for ``HARRequest/headers`` and ``HARRequest/queryString``. Names and
/// values of query parameters are percent-decoded.
///
/// - Source: HAR 1.2 specification, "headers" and "queryString".
public struct HARHeader: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a field or parameter from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// Creates a field or parameter from its name and value.
  public init(_ name: String, _ value: String) {
    json = ["name": .string(name), "value": .string(value)]
  }

  /// The name, in the case in which the tool wrote it.
  public var name: String { self[text: "name"] ?? "" }

  /// The value; if the JSON value is not a string, its JSON form.
  public var value: String {
    get { self[content: "value"] ?? "" }
    set { self[content: "value"] = newValue }
  }

  static let members: [HARMember] = []
}

extension HARHeader {
  /// Creates a field whose value is a string; if its bytes are not UTF-8, the value is written as
  /// ISO 8859-1 and marked with `_charset`.
  init(_ field: HTTPField) {
    let bytes = field.withUnsafeBytesOfValue { Array($0) }
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(field.name.rawName, text)
    } else {
      self.init(field.name.rawName, HARBody.latin1(bytes))
      json["_charset"] = "iso-8859-1"
    }
  }

  /// The value's bytes, in the encoding that `_charset` names.
  var bytes: [UInt8] {
    let narrow = self[text: "_charset"] == "iso-8859-1" ? HARBody.latin1(value) : nil
    return narrow ?? Array(value.utf8)
  }
}
