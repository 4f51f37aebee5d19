public import GhostlightCore

/// The body of a response.
///
/// - Source: HAR 1.2 specification, "content".
public struct HARContent: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a body.
  public init(json: JSONObject) { self.json = json }

  /// Makes a body: text where the bytes are UTF-8, else base64 with `encoding`.
  public init(_ body: [UInt8], type: String?) {
    json = [
      "size": .integer(Int64(body.count)),
      "mimeType": .string(type ?? "application/octet-stream"),
    ]
    HARBody.write(body, into: &json, encodingKey: "encoding")
  }

  /// The bytes of the body, not compressed; -1 where unknown.
  public var size: Int? { self[integer: "size"] }

  /// The bytes that compression saved.
  public var compression: Int? { self[integer: "compression"] }

  /// The media type.
  public var mimeType: String? { self[text: "mimeType"] }

  /// The body as text, or as base64 where ``encoding`` says so; missing where it was not saved.
  public var text: String? {
    get { self[text: "text"] }
    set { self[text: "text"] = newValue }
  }

  /// `base64`, or nothing.
  public var encoding: String? { self[text: "encoding"] }

  static let members: [HARMember] = [
    .optional("size", .number), .optional("compression", .number), .optional("mimeType", .text),
    .optional("text", .text), .optional("encoding", .text),
  ]
}
