public import GhostlightCore

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
