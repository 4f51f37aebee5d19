import GhostlightCore

extension JSON {
  /// Appends JSON that is the same only for values that a matcher considers equal.
  ///
  /// Members are sorted by the bytes of their names, and equal numbers are written in the same way.
  func printCanonical(into bytes: inout [UInt8]) {
    switch self {
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        element.printCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for member in object.members.sorted(by: Self.precedes) {
        JSON.string(member.key).print(into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.printCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    default:
      plainNumber.print(into: &bytes)
    }
  }

  /// The value with equal numbers written in the same way: `1.0` and `1e0` as `1`, `1.10` as `1.1`.
  var withPlainNumbers: JSON {
    switch self {
    case .array(let elements):
      return .array(elements.map(\.withPlainNumbers))
    case .object(let object):
      var plain = JSONObject()
      for member in object { plain.append(member.key, member.value.withPlainNumbers) }
      return .object(plain)
    default:
      return plainNumber
    }
  }

  /// Returns the value without the members that `part` does not have, including in nested objects.
  func reduced(to part: JSON) -> JSON {
    switch (self, part) {
    case (.object(let whole), .object(let wanted)):
      var kept = JSONObject()
      for member in whole {
        guard let value = wanted[member.key] else { continue }
        kept.append(member.key, member.value.reduced(to: value))
      }
      return .object(kept)
    case (.array(let whole), .array(let wanted)) where whole.count == wanted.count:
      return .array(zip(whole, wanted).map { $0.reduced(to: $1) })
    default:
      return self
    }
  }

  private var plainNumber: JSON {
    switch self {
    case .double(let value):
      // From 2^53 on, several integers have the same `Double`, so such a double is not converted.
      guard abs(value) < 0x1p53, value == value.rounded(.towardZero) else { return self }
      return .integer(Int64(value))
    case .decimal(let digits):
      let value = digits.double
      guard value.isFinite, !digits.isInteger || value == 0 else { return self }
      return JSON.double(value).plainNumber
    default:
      return self
    }
  }

  private static func precedes(_ left: JSONObject.Member, _ right: JSONObject.Member) -> Bool {
    left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }
}
