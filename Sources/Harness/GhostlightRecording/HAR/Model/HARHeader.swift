public import GhostlightCore
import HTTPTypes

/// A name with its value: a header field, or a parameter of the query.
///
/// HAR uses the same object for ``HARRequest/headers`` and ``HARRequest/queryString``. The names
/// and values of a query are decoded.
///
/// - Source: HAR 1.2 specification, "headers" and "queryString".
public struct HARHeader: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a header field.
  public init(json: JSONObject) { self.json = json }

  /// Creates a name with its value.
  public init(_ name: String, _ value: String) {
    json = ["name": .string(name), "value": .string(value)]
  }

  /// The name, in the case in which the tool wrote it.
  public var name: String { self[text: "name"] ?? "" }

  /// The value; if the file has a number instead of a text, its digits.
  public var value: String {
    get { json["value"].flatMap { $0.string ?? ($0.isNull ? nil : $0.text()) } ?? "" }
    set { self[text: "value"] = newValue }
  }

  static let members: [HARMember] = [.required("name", .text), .optional("value", .scalar)]
}

extension HARHeader {
  /// Creates a field with its value as text, or as ISO 8859-1 with `_charset` if its bytes are not
  /// UTF-8.
  init(_ field: HTTPField) {
    let bytes = field.withUnsafeBytesOfValue { Array($0) }
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(field.name.rawName, text)
    } else {
      self.init(field.name.rawName, HARBody.latin1(bytes))
      json["_charset"] = "iso-8859-1"
    }
  }

  /// The bytes of the value, decoded as `_charset` says.
  var bytes: [UInt8] {
    let narrow = self[text: "_charset"] == "iso-8859-1" ? HARBody.latin1(value) : nil
    return narrow ?? Array(value.utf8)
  }
}

/// A cookie of a request or response, parsed by the tool that wrote the file.
///
/// The header fields `Cookie` and `Set-Cookie` have the same cookies; a replay uses only those.
///
/// - Source: HAR 1.2 specification, "cookies".
public struct HARCookie: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a cookie.
  public init(json: JSONObject) { self.json = json }

  /// The name.
  public var name: String? { self[text: "name"] }

  /// The value.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The path that the cookie is sent to.
  public var path: String? { self[text: "path"] }

  /// The host that the cookie is sent to.
  public var domain: String? { self[text: "domain"] }

  /// The time at which the cookie expires, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// Whether scripts cannot read the cookie.
  public var isHTTPOnly: Bool? { self[flag: "httpOnly"] }

  /// Whether the cookie is sent over TLS only.
  public var isSecure: Bool? { self[flag: "secure"] }

  static let members: [HARMember] = []
}
