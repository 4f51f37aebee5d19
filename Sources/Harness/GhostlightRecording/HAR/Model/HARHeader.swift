public import GhostlightCore
import HTTPTypes

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

extension HARHeader {
  /// A field as text, or as ISO 8859-1 with `_charset` where its bytes are no UTF-8.
  init(_ field: HTTPField) {
    let bytes = field.withUnsafeBytesOfValue { Array($0) }
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(field.name.rawName, text)
    } else {
      self.init(field.name.rawName, HARBody.latin1(bytes))
      json["_charset"] = "iso-8859-1"
    }
  }

  /// The bytes of the value.
  var bytes: [UInt8] {
    let narrow = self[text: "_charset"] == "iso-8859-1" ? HARBody.latin1(value) : nil
    return narrow ?? Array(value.utf8)
  }
}

/// A cookie.
///
/// - Source: HAR 1.2 specification, "cookies".
public struct HARCookie: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a cookie.
  public init(json: JSONObject) { self.json = json }

  /// The name.
  public var name: String? { self[text: "name"] }

  /// The value.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The path it is sent to.
  public var path: String? { self[text: "path"] }

  /// The host it is sent to.
  public var domain: String? { self[text: "domain"] }

  /// When it ends, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// Whether scripts cannot see it.
  public var isHTTPOnly: Bool? { self[flag: "httpOnly"] }

  /// Whether it goes over TLS alone.
  public var isSecure: Bool? { self[flag: "secure"] }

  static let members: [HARMember] = []
}
