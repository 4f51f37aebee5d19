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

/// A cookie of a request or response, parsed by the tool that wrote the file.
///
/// The header fields `Cookie` and `Set-Cookie` contain the same cookies; a replay reads only the
/// header fields.
///
/// - Source: HAR 1.2 specification, "cookies".
public struct HARCookie: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a cookie from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The cookie's name; `nil` if the file does not have it.
  public var name: String? { self[text: "name"] }

  /// The cookie's value; `nil` if the file does not have it.
  public var value: String? {
    get { self[text: "value"] }
    set { self[text: "value"] = newValue }
  }

  /// The URL path to which the cookie is limited.
  public var path: String? { self[text: "path"] }

  /// The domain to which the cookie is limited.
  public var domain: String? { self[text: "domain"] }

  /// The time at which the cookie expires, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// Whether the cookie is hidden from scripts (`HttpOnly`).
  public var isHTTPOnly: Bool? { self[flag: "httpOnly"] }

  /// Whether the cookie is sent over TLS only (`Secure`).
  public var isSecure: Bool? { self[flag: "secure"] }

  static let members: [HARMember] = []
}
