import GhostlightCore
import HTTPTypes

/// A kind of value that a backend creates for each run, so that two runs differ in it.
package enum GeneratedKind: String, Sendable, Hashable, CaseIterable {
  /// A date or a time in one of the usual formats, or as seconds or milliseconds since 1970.
  case date
  /// A UUID, a long hexadecimal number, or a value whose name or place in a path is that of an
  /// identifier.
  case identifier
  /// A number that counts exchanges or changes.
  case counter
  /// A random text, such as a session, a signature or an entity tag.
  case token
}

/// Recognises values that a backend generates, by their form and by the name of their place.
///
/// Two different values are generated only if both have the same kind and form. A value that people
/// write, or that is computed from the data, has no such form. Numbers are generated only if they are
/// times, or have the name of a counter. A count of 0 differs from every other count.
enum GeneratedValues {
  /// The maximum length of a value that is examined, in bytes.
  private static let longest = 4096

  /// Returns the kind of two different values at the same place; `nil` if they are not generated, or
  /// not in the same form.
  ///
  /// - Parameters:
  ///   - expected: The value of the expected side.
  ///   - actual: The value of the actual side.
  ///   - name: The name of the member or header field that has the value.
  /// - Returns: The kind, or `nil`.
  static func kind(_ expected: JSON, _ actual: JSON, named name: String) -> GeneratedKind? {
    switch (expected, actual) {
    case (.string(let expected), .string(let actual)): kind(expected, actual, named: name)
    case (.integer(let expected), .integer(let actual)):
      form(expected, named: name).flatMap { $0 == form(actual, named: name) ? $0.kind : nil }
    case (.double(let expected), .double(let actual)):
      isTime(expected) && isTime(actual) ? .date : nil
    default: nil
    }
  }

  static func kind(_ expected: String, _ actual: String, named name: String) -> GeneratedKind? {
    guard let form = form(expected, named: name), form == self.form(actual, named: name) else {
      return GeneratedText.kind(expected, actual)
    }
    return form.kind
  }

  /// Returns the value in which each generated value is replaced by a text for its form.
  ///
  /// Two values of two runs of a backend are equal in this form, also if they are elements of a list
  /// whose order has changed.
  static func masked(_ value: JSON, named name: String = "") -> JSON {
    switch value {
    case .string(let text):
      .string(form(text, named: name)?.description ?? GeneratedText.masked(text))
    case .integer(let number): form(number, named: name).map { .string($0.description) } ?? value
    case .double(let number): isTime(number) ? "time" : value
    case .array(let elements): .array(elements.map { masked($0) })
    case .object(let object): .object(masked(object))
    case .null, .bool, .decimal: value
    }
  }

  /// Returns whether both lists are sorted by the same generated member of their elements, so that
  /// their order is as new as its values.
  ///
  /// Fewer than three elements are sorted too often by chance.
  static func areSortedByIdentifier(_ expected: JSON, _ actual: JSON) -> Bool {
    guard let first = expected.array?.first?.object, expected.array?.count ?? 0 >= 3 else {
      return false
    }
    return first.contains { member in
      let sides = [expected, actual].map { list in
        (list.array ?? []).map { element -> [UInt8] in
          guard let text = element.object?[member.key]?.string,
            form(text, named: member.key) != nil
          else { return [] }
          return Array(text.utf8)
        }
      }
      guard !sides.joined().contains([]) else { return false }
      return sides.allSatisfy { isSorted($0) } || sides.allSatisfy { isSorted($0.reversed()) }
    }
  }

  private static func isSorted(_ texts: [[UInt8]]) -> Bool {
    zip(texts, texts.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }

  private static func masked(_ object: JSONObject) -> JSONObject {
    var members = JSONObject()
    for member in object { members.append(member.key, masked(member.value, named: member.key)) }
    return members
  }

  /// The kind of a value, and everything that two generated values have in common.
  struct Form: Hashable, CustomStringConvertible {
    let kind: GeneratedKind
    var detail = ""

    var description: String { "<\(kind.rawValue) \(detail)>" }
  }

  /// Returns the form of a number; `nil` if it is not generated.
  static func form(_ number: Int64, named name: String) -> Form? {
    switch number {
    case 1_000_000_000...4_102_444_800: Form(kind: .date, detail: "s")
    case 1_000_000_000_000...4_102_444_800_000: Form(kind: .date, detail: "ms")
    case _ where name.isIdentifier: Form(kind: .identifier)
    case _ where isCounter(name):
      // Nothing to count, such as no search result, is not another number of the same things.
      Form(kind: .counter, detail: number == 0 && name.lowercased().hasSuffix("count") ? "0" : "")
    default: nil
    }
  }

  private static func isTime(_ number: Double) -> Bool {
    (1e9...4_102_444_800).contains(number) || (1e12...4_102_444_800_000).contains(number)
  }

  /// Returns the form of a text; `nil` if it is not generated.
  static func form(_ text: String, named name: String) -> Form? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= longest else { return nil }
    if let date = DateShape(bytes) { return Form(kind: .date, detail: date.skeleton) }
    let digits = bytes.count { (0x30...0x39).contains($0) }
    guard digits > 0 || bytes.count >= 16, !bytes.contains(where: { $0 <= 0x20 }) else {
      return nil
    }
    let isNamed = name.isIdentifier
    if digits == bytes.count {
      let number = Int64(text).flatMap { form($0, named: "")?.detail }
      return number.map { Form(kind: .date, detail: "digits, \($0)") }
        ?? (isNamed ? Form(kind: .identifier, detail: "digits") : nil)
    }
    if isHexadecimal(bytes) { return Form(kind: .identifier, detail: "\(bytes.count) digits") }
    if isUUID(bytes) { return Form(kind: .identifier, detail: "UUID") }
    if bytes.starts(with: "ey".utf8), JSONWebToken(text) != nil {
      return Form(kind: .token, detail: "JWT")
    }
    if isRandom(bytes), !isLink(bytes) {
      return Form(kind: isNamed ? .identifier : .token, detail: "random")
    }
    if isNamed { return Form(kind: .identifier, detail: "text") }
    return isToken(name) ? Form(kind: .token, detail: "text") : nil
  }

  /// Returns whether a number with this name counts exchanges or changes, such as `eventCount`, but not
  /// `discount`.
  private static func isCounter(_ name: String) -> Bool {
    let lower = name.lowercased()
    return ["count", "counter", "sequence", "seq"].contains { word in
      guard lower.hasSuffix(word), lower.count == name.count else { return false }
      guard let before = name.dropLast(word.count).last else { return true }
      return !before.isLetter || name.suffix(word.count).first?.isUppercase == true
    }
  }

  /// Returns whether a text with this name is a token.
  private static func isToken(_ name: String) -> Bool {
    let lower = name.lowercased()
    return ["token", "etag", "nonce", "session", "csrf", "cursor", "signature"].contains {
      lower.hasSuffix($0)
    }
  }

  private static func isHexadecimal(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 16 && bytes.allSatisfy(isHexadecimalDigit)
  }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { position, byte in
        [8, 13, 18, 23].contains(position)
          ? byte == UInt8(ascii: "-") : isHexadecimalDigit(byte)
      }
  }

  /// Returns whether a text is a URL or a path, whose words have their own forms.
  private static func isLink(_ bytes: [UInt8]) -> Bool {
    guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return false }
    return bytes[..<slash].allSatisfy { $0 == UInt8(ascii: ":") || (0x61...0x7A).contains($0) }
  }

  /// Returns whether letters and digits alternate as in random texts, and not as in names.
  private static func isRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16 else { return false }
    var (changes, last) = (0, -1)
    for byte in bytes {
      let kind: Int
      switch byte {
      case 0x30...0x39: kind = 0
      case 0x41...0x5A: kind = 1
      case 0x61...0x7A: kind = 2
      case _ where "_+/=.~:-".utf8.contains(byte): kind = last
      default: return false
      }
      if kind != last, last >= 0 { changes += 1 }
      last = kind
    }
    return changes * 5 >= bytes.count
  }
}

/// A date in a usual format: ISO 8601, RFC 9110, or with a space instead of the `T`.
struct DateShape {
  /// The text with 0 for each digit and a for each letter of a name.
  let skeleton: String

  private static let http = "aaa, 00 aaa 0000 00:00:00 GMT"

  init?(_ bytes: [UInt8]) {
    guard (8...40).contains(bytes.count) else { return nil }
    let isHTTP = bytes.count == Self.http.utf8.count && bytes.suffix(4).elementsEqual(" GMT".utf8)
    var skeleton: [UInt8] = []
    for (position, byte) in bytes.enumerated() {
      switch byte {
      case 0x30...0x39: skeleton.append(0x30)
      case 0x41...0x5A where isHTTP && position < bytes.count - 4,
        0x61...0x7A where isHTTP && position < bytes.count - 4:
        skeleton.append(0x61)
      default: skeleton.append(byte)
      }
    }
    let text = String(decoding: skeleton, as: UTF8.self)
    if isHTTP, text != Self.http { return nil }
    if !isHTTP {
      guard text.hasPrefix("0000-00-00") else {
        guard text.hasPrefix("00:00:00"), Self.isTime(text.dropFirst(8)) else { return nil }
        self.skeleton = text
        return
      }
      let rest = text.dropFirst(10)
      guard let month = Int(String(decoding: bytes[5..<7], as: UTF8.self)),
        let day = Int(String(decoding: bytes[8..<10], as: UTF8.self)), (1...12).contains(month),
        (1...31).contains(day),
        rest.isEmpty
          || (rest.hasPrefix("T00:00") || rest.hasPrefix(" 00:00"))
            && Self.isTime(rest.dropFirst(6))
      else { return nil }
    }
    self.skeleton = text
  }

  private static func isTime(_ rest: Substring) -> Bool {
    rest.utf8.allSatisfy { "0:.,Z+- ".utf8.contains($0) }
  }
}

extension String {
  /// Whether a member with this name has an identifier.
  package var isIdentifier: Bool {
    let lower = lowercased()
    return lower == "id" || lower.hasSuffix("_id") || hasSuffix("Id")
  }
}
