public import GhostlightCore

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
