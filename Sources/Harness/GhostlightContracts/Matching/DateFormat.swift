/// A format of dates in Java's letters, such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
struct DateFormat {
  /// A run of one letter, or text to be taken as it is.
  enum Field: Hashable {
    case letter(UInt8, count: Int)
    case literal([UInt8])
  }

  let fields: [Field]

  static let isoDate = DateFormat("yyyy-MM-dd")
  static let isoTime = DateFormat("'T'HH:mm:ss")
  static let isoTimestamp = DateFormat("yyyy-MM-dd'T'HH:mm:ssXXX")

  init(_ format: String) {
    let bytes = Array(format.utf8)
    var fields: [Field] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") {
        let end = bytes[(index + 1)...].firstIndex(of: byte) ?? bytes.count
        // Two quotes stand for one.
        fields.append(.literal(end == index + 1 ? [byte] : Array(bytes[(index + 1)..<end])))
        index = end + 1
      } else if (97...122).contains(byte | 0x20) {
        let end = bytes[index...].firstIndex { $0 != byte } ?? bytes.count
        fields.append(.letter(byte, count: end - index))
        index = end
      } else {
        fields.append(.literal([byte]))
        index += 1
      }
    }
    self.fields = fields
  }

  /// Whether a text is written in the format, and its numbers are in range.
  func matches(_ text: String) -> Bool {
    var reader = DateReader(Array(text.utf8))
    for field in fields where !reader.take(field) { return false }
    return reader.isAtEnd
  }
}

/// Reads a date text field by field.
struct DateReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ field: DateFormat.Field) -> Bool {
    switch field {
    case .literal(let text):
      guard bytes[position...].starts(with: text) else { return false }
      position += text.count
      return true
    case .letter(let letter, let count): return take(letter, count)
    }
  }

  private mutating func take(_ letter: UInt8, _ count: Int) -> Bool {
    switch UnicodeScalar(letter) {
    case "y", "u", "Y": count == 2 ? number(2, 0...99) : number(max(count, 4), 0...9999)
    case "M", "L": count >= 3 ? word(Self.months, count) : number(count, 1...12)
    case "d": number(count, 1...31)
    case "D": number(count, 1...366)
    case "E": word(Self.days, count)
    case "e", "F": number(count, 0...7)
    case "w": number(count, 1...53)
    case "W": number(count, 0...6)
    case "a": word(["AM", "PM"], 2)
    case "G": word(["AD", "BC"], 2)
    case "H": number(count, 0...23)
    case "k": number(count, 1...24)
    case "K": number(count, 0...11)
    case "h": number(count, 1...12)
    case "m": number(count, 0...59)
    case "s": number(count, 0...60)
    case "S", "n", "A": number(count, 0...Int.max)
    case "X", "x": offset(count, isZAllowed: letter == UInt8(ascii: "X"))
    case "Z": offset(count == 5 ? 3 : 2, isZAllowed: count == 5)
    case "z", "V", "O": zoneName()
    default: false
    }
  }

  /// A number of `count` digits; of one or more where `count` is 1.
  private mutating func number(_ count: Int, _ range: ClosedRange<Int>) -> Bool {
    let start = position
    let most = count == 1 ? 19 : count
    while position < bytes.count, position - start < most, (48...57).contains(bytes[position]) {
      // A single letter takes no more digits than its greatest value has.
      if count == 1, range.upperBound < 9999, position - start == 2 { break }
      position += 1
    }
    guard position - start >= count else { return false }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // Fractions may have more digits than a number holds.
    return Int(text).map(range.contains) ?? (range.upperBound == .max)
  }

  private mutating func word(_ words: [String], _ count: Int) -> Bool {
    for word in words {
      let text = Array((count > 3 ? word : String(word.prefix(3))).utf8)
      guard bytes[position...].prefix(text.count).map(Self.lower) == text.map(Self.lower) else {
        continue
      }
      position += text.count
      return true
    }
    return false
  }

  /// `+01`, `+0100` or `+01:00`, by the number of letters.
  private mutating func offset(_ count: Int, isZAllowed: Bool) -> Bool {
    guard position < bytes.count else { return false }
    let sign = bytes[position]
    position += 1
    if isZAllowed, sign == UInt8(ascii: "Z") { return true }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), number(2, 0...18) else {
      return false
    }
    if count == 1 { return true }
    if count > 2, !take(.literal([UInt8(ascii: ":")])) { return false }
    return number(2, 0...59)
  }

  private mutating func zoneName() -> Bool {
    let start = position
    while position < bytes.count,
      (97...122).contains(bytes[position] | 0x20) || (43...58).contains(bytes[position])
        || bytes[position] == UInt8(ascii: "_")
    {
      position += 1
    }
    return position > start
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 0x20 : byte
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
