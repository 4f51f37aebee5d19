import GhostlightCore
import HTTPTypes

extension HTTPFields {
  /// Appends the fields as a JSON array of pairs `[name, value]`, in order.
  ///
  /// A value that is not UTF-8 is stored as `[name, latin1, "latin1"]`.
  func print(into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for field in self {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(UInt8(ascii: "["))
      // A field name contains no characters that need to be escaped.
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: field.name.rawName.utf8)
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ","))
      field.withUnsafeBytesOfValue { bytes.append(quoted: $0) }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Creates fields from the JSON that ``print(into:)`` produces.
  init(json: JSON) throws(UnreadableChange) {
    guard let pairs = json.array else { throw UnreadableChange("headers are not an array") }
    self.init()
    for pair in pairs {
      guard let name = pair[0]?.string.flatMap({ HTTPField.Name($0) }),
        let value = pair[1]?.string
      else { throw UnreadableChange("headers have \(pair), which is not a valid field") }
      guard pair[2] != nil else {
        append(HTTPField(name: name, lenientValue: Array(value.utf8)))
        continue
      }
      let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      append(HTTPField(name: name, lenientValue: bytes))
    }
  }
}

extension [UInt8] {
  /// Appends a string as a JSON string literal.
  fileprivate mutating func append(quoted text: String) {
    JSON.string(text).print(into: &self)
  }

  /// Appends a field's value as a JSON string, followed by `,"latin1"` if the value is not UTF-8.
  fileprivate mutating func append(quoted value: UnsafeBufferPointer<UInt8>) {
    let isPlain = value.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      append(UInt8(ascii: "\""))
      append(contentsOf: value)
      append(UInt8(ascii: "\""))
    } else if let text = String(validating: value, as: UTF8.self) {
      append(quoted: text)
    } else {
      append(quoted: String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) })))
      append(contentsOf: #","latin1""#.utf8)
    }
  }
}
