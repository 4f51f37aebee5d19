public import GhostlightCore
import HTTPTypes

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
    get { self[parts: "headers"] }
    set { self[parts: "headers"] = newValue }
  }

  /// The body, with its size and media type; `nil` if the member is missing.
  public var content: HARContent? {
    get { self[part: "content"] }
    set { self[part: "content"] = newValue }
  }

  /// The size of the body as it was received, possibly compressed, in bytes; -1 if unknown.
  public var bodySize: Int? { self[integer: "bodySize"] }

  static let members: [HARMember] = [
    .optional("status", .number), .optional("statusText", .text),
    .optional("headers", .parts(HARHeader.self)), .optional("content", .part(HARContent.self)),
    .optional("bodySize", .number),
  ]
}

extension HARResponse {
  /// Converts a response to its HAR form.
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
    get { self[text: "text"] }
    set { self[text: "text"] = newValue }
  }

  /// `base64` if ``text`` is base64, otherwise `nil`.
  public var encoding: String? { self[text: "encoding"] }

  static let members: [HARMember] = [
    .optional("size", .number), .optional("compression", .number), .optional("mimeType", .text),
    .optional("text", .text), .optional("encoding", .text),
  ]
}
