public import GhostlightCore

/// A name with its value: a header field, or an item of the query.
///
/// - Source: HAR 1.2 specification, "headers" and "queryString".
public struct HARHeader: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a header field.
  public init(json: JSONObject) { self.json = json }

  /// Makes a pair.
  public init(_ name: String, _ value: String) {
    json = ["name": .string(name), "value": .string(value)]
  }

  /// The name as written.
  public var name: String { self[text: "name"] ?? "" }

  /// The value; a number in its place counts as its digits.
  public var value: String {
    get { json["value"].flatMap { $0.string ?? ($0.isNull ? nil : $0.text()) } ?? "" }
    set { self[text: "value"] = newValue }
  }

  static let members: [HARMember] = [.required("name", .text), .optional("value", .scalar)]
}
