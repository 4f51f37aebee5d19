import GhostlightCore
import HTTPTypes

extension HTTPFields {
  /// Pairs of name and value in order; bytes that are no UTF-8 as `[name, latin1, "latin1"]`.
  var json: JSON {
    var pairs: [JSON] = []
    pairs.reserveCapacity(count)
    for field in self {
      let name = JSON.string(field.name.rawName)
      let pair: [JSON] = field.withUnsafeBytesOfValue { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else {
          let scalars = String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })
          return [name, .string(String(scalars)), "latin1"]
        }
        return [name, .string(text)]
      }
      pairs.append(.array(pair))
    }
    return .array(pairs)
  }

  /// Reads what ``json`` says.
  init(json: JSON) throws(UnreadableChange) {
    guard let pairs = json.array else { throw UnreadableChange("headers are no array") }
    self.init()
    for pair in pairs {
      guard let name = pair[0]?.string.flatMap({ HTTPField.Name($0) }),
        let value = pair[1]?.string
      else { throw UnreadableChange("headers have \(pair), which is no field") }
      guard pair[2] != nil else {
        append(HTTPField(name: name, lenientValue: Array(value.utf8)))
        continue
      }
      let bytes = value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      append(HTTPField(name: name, lenientValue: bytes))
    }
  }
}
