public import GhostlightCore
import HTTPTypes

/// The response of an entry, in the form of the file.
///
/// It is a view of the entry's JSON. ``HAREntry/exchange()`` turns it into a response that can be
/// replayed.
///
/// - Source: HAR 1.2 specification, "response".
public struct HARResponse: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a response.
  public init(json: JSONObject) { self.json = json }

  /// The status code; 0 or -1 if there was no response.
  public var status: Int { self[integer: "status"] ?? 0 }

  /// The reason phrase; empty in HTTP/2.
  public var statusText: String? { self[text: "statusText"] }

  /// The version of HTTP; each tool spells it differently.
  public var httpVersion: String? { self[text: "httpVersion"] }

  /// The parsed cookies that the response sets; the header fields `Set-Cookie` have them too.
  public var cookies: [HARCookie] {
    get { self[parts: "cookies"] }
    set { self[parts: "cookies"] = newValue }
  }

  /// The header fields in the order in which they were received.
  public var headers: [HARHeader] {
    get { self[parts: "headers"] }
    set { self[parts: "headers"] = newValue }
  }

  /// The body.
  public var content: HARContent? {
    get { self[part: "content"] }
    set { self[part: "content"] = newValue }
  }

  /// The value of the header field `Location`; empty if there is none.
  public var redirectURL: String? { self[text: "redirectURL"] }

  /// The number of bytes of the body as received, possibly compressed; -1 if unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .optional("status", .number), .optional("statusText", .text),
    .optional("headers", .parts(HARHeader.self)), .optional("content", .part(HARContent.self)),
    .optional("bodySize", .number),
  ]
}

extension HARResponse {
  /// Creates the HAR form of a response of the package.
  init(_ response: Response) {
    json = [
      "status": .integer(Int64(response.status.code)),
      "statusText": .string(response.status.reasonPhrase),
      "httpVersion": "HTTP/1.1", "cookies": [],
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

/// The body of a response.
///
/// Most tools save it decoded. Bytes that are not UTF-8 are saved as base64.
///
/// - Source: HAR 1.2 specification, "content".
public struct HARContent: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a body.
  public init(json: JSONObject) { self.json = json }

  /// Creates a body: text if the bytes are UTF-8, otherwise base64 with `encoding`.
  public init(_ body: [UInt8], type: String?) {
    json = [
      "size": .integer(Int64(body.count)),
      "mimeType": .string(type ?? "application/octet-stream"),
    ]
    HARBody.write(body, into: &json, encodingKey: "encoding")
  }

  /// The number of bytes of the decoded body; -1 if unknown.
  public var size: Int? { self[integer: "size"] }

  /// The number of bytes that compression saved.
  public var compression: Int? { self[integer: "compression"] }

  /// The media type.
  public var mimeType: String? { self[text: "mimeType"] }

  /// The body as text, or as base64 if ``encoding`` is `base64`; `nil` if it was not saved.
  public var text: String? {
    get { self[text: "text"] }
    set { self[text: "text"] = newValue }
  }

  /// `base64`, or `nil` for plain text.
  public var encoding: String? { self[text: "encoding"] }

  static let members: [HARMember] = [
    .optional("size", .number), .optional("compression", .number), .optional("mimeType", .text),
    .optional("text", .text), .optional("encoding", .text),
  ]
}
