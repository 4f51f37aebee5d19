public import GhostlightCore
import HTTPTypes

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
    get { json["value"].flatMap { $0.string ?? ($0.isNull ? nil : $0.text()) } ?? "" }
    set { self[text: "value"] = newValue }
  }

  static let members: [HARMember] = [.required("name", .text), .optional("value", .scalar)]
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
