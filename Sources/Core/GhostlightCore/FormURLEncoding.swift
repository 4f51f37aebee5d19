/// Encodes and parses `application/x-www-form-urlencoded` bodies and queries.
///
/// The names and values of a ``FormField`` are decoded. Pass fields around in your code instead of
/// encoded strings, and encode them only once.
///
/// - Source: URL Standard (WHATWG), "application/x-www-form-urlencoded".
public enum FormURLEncoding {
  /// Parses the fields of a form in order; `+` is decoded as a space, and repeated names are kept.
  ///
  /// A field without `=` gets an empty value, and an empty field between two `&` is skipped. The
  /// result is `nil` if an escape is invalid, or the decoded bytes are not UTF-8.
  public static func parse(_ utf8: ArraySlice<UInt8>) -> [FormField]? {
    utf8.withUnsafeBufferPointer { parse($0) }
  }

  /// Parses the fields of a form from bytes that stay valid during the call.
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

  /// Decodes the name or value in `range`; text without escapes, `+` and non-ASCII bytes is copied
  /// unchanged.
  private static func decode(
    _ utf8: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> String? {
    let part = UnsafeBufferPointer(rebasing: utf8[range])
    for byte in part where byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") || byte >= 0x80 {
      return decode(Array(part)[...])
    }
    return String(decoding: part, as: UTF8.self)
  }

  /// Parses the fields of a form in order; `nil` if the bytes are not a valid form.
  public static func parse(_ utf8: [UInt8]) -> [FormField]? {
    parse(utf8[...])
  }

  /// Parses the fields of a form in order; `nil` if the string is not a valid form.
  public static func parse(_ text: String) -> [FormField]? {
    parse(Array(text.utf8)[...])
  }

  /// Returns the fields as a form in ASCII.
  ///
  /// A space becomes `+`. All other bytes are escaped, except the unreserved characters of RFC
  /// 3986.
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
  /// The query's fields, parsed like a form; `nil` if an escape is invalid.
  package var formFields: [FormField]? {
    var raw = raw
    return raw.withUTF8 { bytes in
      guard bytes.count > pathLength else { return [] }
      return FormURLEncoding.parse(UnsafeBufferPointer(rebasing: bytes[(pathLength + 1)...]))
    }
  }
}

/// A field of a form or a query: a name and a value, both decoded.
///
/// Pass fields to `Request.form(_:_:_:headers:)`, or parse them with ``FormURLEncoding``. Several
/// fields of a form may have the same name.
public struct FormField: Sendable, Hashable {
  /// The field's decoded name.
  public var name: String
  /// The field's decoded value; empty if the field has no `=`.
  public var value: String

  /// Creates a field from an unencoded name and value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
