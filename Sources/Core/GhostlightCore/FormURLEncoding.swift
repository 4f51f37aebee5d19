/// The format `application/x-www-form-urlencoded`, of bodies and queries.
///
/// - Source: URL Standard (WHATWG), "application/x-www-form-urlencoded".
public enum FormURLEncoding {
  /// The fields of a form in the order sent, `+` read as a space; repeated names stay apart.
  ///
  /// A field without `=` has an empty value, an empty field between two `&` is skipped. Answers nil
  /// for a malformed escape, and for bytes that are not UTF-8.
  public static func parse(_ utf8: ArraySlice<UInt8>) -> [FormField]? {
    utf8.withUnsafeBufferPointer { parse($0) }
  }

  /// The same of bytes that somebody lends.
  static func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> [FormField]? {
    var fields: [FormField] = []
    var start = 0
    while start < utf8.count {
      var end = start
      var equals: Int?
      while end < utf8.count, utf8[end] != UInt8(ascii: "&") {
        if equals == nil, utf8[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if end > start {
        guard let name = decode(utf8, start..<(equals ?? end)),
          let value = equals.map({ decode(utf8, ($0 + 1)..<end) }) ?? ""
        else { return nil }
        fields.append(FormField(name, value))
      }
      start = end + 1
    }
    return fields
  }

  /// The text of a part, which is nearly always as it stands.
  private static func decode(
    _ utf8: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> String? {
    let part = UnsafeBufferPointer(rebasing: utf8[range])
    for byte in part where byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") || byte >= 0x80 {
      return decode(Array(part)[...])
    }
    return String(decoding: part, as: UTF8.self)
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

extension RequestTarget {
  /// The fields of the query as those of a form; nil where an escape is malformed.
  package var formFields: [FormField]? {
    var raw = raw
    return raw.withUTF8 { bytes in
      guard bytes.count > pathLength else { return [] }
      return FormURLEncoding.parse(UnsafeBufferPointer(rebasing: bytes[(pathLength + 1)...]))
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
