/// The format `application/x-www-form-urlencoded`, of bodies and queries.
///
/// - Source: URL Standard (WHATWG), "application/x-www-form-urlencoded".
public enum FormURLEncoding {
  /// The fields of a form in the order sent, `+` read as a space; repeated names stay apart.
  ///
  /// A field without `=` has an empty value, an empty field between two `&` is skipped. Answers nil
  /// for a malformed escape, and for bytes that are not UTF-8.
  public static func parse(_ utf8: ArraySlice<UInt8>) -> [FormField]? {
    var fields: [FormField] = []
    var start = utf8.startIndex
    while start < utf8.endIndex {
      let end = utf8[start...].firstIndex(of: UInt8(ascii: "&")) ?? utf8.endIndex
      if end > start {
        guard let field = field(utf8[start..<end]) else { return nil }
        fields.append(field)
      }
      start = end + 1
    }
    return fields
  }

  /// The fields of a form in the order sent; nil as for a slice.
  public static func parse(_ utf8: [UInt8]) -> [FormField]? {
    parse(utf8[...])
  }

  /// The fields of a form in the order sent; nil as for a slice.
  public static func parse(_ text: String) -> [FormField]? {
    parse(Array(text.utf8)[...])
  }

  /// The form in ASCII, a space printed as `+` and all but RFC 3986's unreserved bytes escaped.
  public static func encode(_ fields: [FormField]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      append(field.name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      append(field.value, to: &bytes)
    }
    return bytes
  }

  private static func field(_ utf8: ArraySlice<UInt8>) -> FormField? {
    let equals = utf8.firstIndex(of: UInt8(ascii: "="))
    guard let name = decode(utf8[..<(equals ?? utf8.endIndex)]) else { return nil }
    guard let equals else { return FormField(name, "") }
    guard let value = decode(utf8[(equals + 1)...]) else { return nil }
    return FormField(name, value)
  }

  private static func decode(_ utf8: ArraySlice<UInt8>) -> String? {
    guard utf8.contains(UInt8(ascii: "+")) else { return PercentEncoding.decode(utf8) }
    var spaced = utf8
    for index in spaced.indices where spaced[index] == UInt8(ascii: "+") {
      spaced[index] = UInt8(ascii: " ")
    }
    return PercentEncoding.decode(spaced)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: "+"))
      } else {
        PercentEncoding.append(byte, to: &bytes)
      }
    }
  }
}

/// One field of a form or of a query: a name and a value, both decoded.
public struct FormField: Sendable, Hashable {
  /// The name, decoded.
  public var name: String
  /// The value, decoded; empty when none was given.
  public var value: String

  /// A field with a name and a value, both plain text.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
