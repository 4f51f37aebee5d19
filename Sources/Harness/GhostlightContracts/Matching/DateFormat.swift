import GhostlightCore

/// A date format with Java's letters, such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
struct DateFormat {
  /// A run of one format letter, such as `yyyy`, or literal text.
  enum Field: Hashable {
    case letter(UInt8, count: Int)
    case literal([UInt8])
  }

  let fields: [Field]

  static let isoDate = DateFormat("yyyy-MM-dd")
  static let isoTime = DateFormat("HH:mm:ss")
  static let isoTimestamp = DateFormat("yyyy-MM-dd'T'HH:mm:ssXXX")

  init(_ format: String) {
    let bytes = Array(format.utf8)
    var fields: [Field] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") {
        let end = bytes[(index + 1)...].firstIndex(of: byte) ?? bytes.count
        // Two quotes in a row are a literal quote.
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

  /// Returns whether a string has this format and is a date that exists.
  func matches(_ text: String) -> Bool {
    var reader = DateReader(Array(text.utf8))
    for field in fields where !reader.consume(field) { return false }
    return reader.isAtEnd && reader.isExistingDay
  }
}

extension DateFormat {
  /// Returns a time in this format, in UTC and English; unknown letters are copied unchanged.
  func text(milliseconds: Int64) -> String {
    let date = CivilDate(milliseconds: milliseconds)
    return fields.map { field in
      switch field {
      case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
      case .letter(let letter, let count):
        Self.text(of: Character(UnicodeScalar(letter)), count, date)
      }
    }.joined()
  }

  private static func text(of letter: Character, _ count: Int, _ date: CivilDate) -> String {
    switch letter {
    case "y", "u", "Y": pad(count == 2 ? date.year % 100 : date.year, count)
    case "M", "L":
      count >= 3 ? short(DateReader.months[date.month - 1], count) : pad(date.month, count)
    case "d": pad(date.day, count)
    case "D": pad(dayOfYear(date), count)
    case "E": short(DateReader.days[(weekday(date) + 6) % 7], count)
    case "e": pad(weekday(date) + 1, count)
    case "F": pad((date.day - 1) / 7 + 1, count)
    case "w": pad(week(dayOfYear(date), date), count)
    case "W": pad(week(date.day, date), count)
    case "a": date.hour < 12 ? "AM" : "PM"
    case "G": "AD"
    case "H": pad(date.hour, count)
    case "k": pad(date.hour == 0 ? 24 : date.hour, count)
    case "K": pad(date.hour % 12, count)
    case "h": pad((date.hour + 11) % 12 + 1, count)
    case "m": pad(date.minute, count)
    case "s": pad(date.second, count)
    case "S":
      String((pad(date.millisecond, 3) + String(repeating: "0", count: count)).prefix(count))
    case "n": pad(date.millisecond * 1_000_000, count)
    case "A": pad(millisecondOfDay(date), count)
    case "X": "Z"
    case "x": count == 1 ? "+00" : count == 3 || count == 5 ? "+00:00" : "+0000"
    case "Z": count == 4 ? "GMT" : count == 5 ? "Z" : "+0000"
    case "z", "V", "O": "GMT"
    default: String(repeating: letter, count: count)
    }
  }

  private static func pad(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func short(_ word: String, _ count: Int) -> String {
    count > 3 ? word : String(word.prefix(3))
  }

  private static func dayOfYear(_ date: CivilDate) -> Int {
    let start = CivilDate.milliseconds(year: date.year, month: 1, day: 1)
    return Int(date.daysSince1970 - start / 86_400_000) + 1
  }

  private static func millisecondOfDay(_ date: CivilDate) -> Int {
    ((date.hour * 60 + date.minute) * 60 + date.second) * 1000 + date.millisecond
  }

  /// Returns the day of the week, from 0 for Sunday.
  ///
  /// 1 January 1970 was a Thursday.
  private static func weekday(_ date: CivilDate) -> Int {
    Int(((date.daysSince1970 + 4) % 7 + 7) % 7)
  }

  /// Returns the number of the week that contains a day of the month or year, from 1.
  ///
  /// Weeks begin on Sundays, and the first day is in the first week.
  private static func week(_ day: Int, _ date: CivilDate) -> Int {
    let first = ((weekday(date) - (day - 1)) % 7 + 7) % 7
    return (day - 1 + first) / 7 + 1
  }
}

/// Parses a date string, one field of the format at a time.
struct DateReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The number that was read last, or the index of the word.
  private var last = 0
  /// The numbers of the date, by the letters `y`, `M`, `d` and `D`.
  private var parts: [UInt8: Int] = [:]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the month has the day; without a year, it may be a leap year.
  var isExistingDay: Bool {
    let year = parts[UInt8(ascii: "y")] ?? 2000
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    if parts[UInt8(ascii: "D")] == 366, !isLeap { return false }
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard let month = parts[UInt8(ascii: "M")], let day = parts[UInt8(ascii: "d")] else {
      return true
    }
    return day <= lengths[month - 1]
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func consume(_ field: DateFormat.Field) -> Bool {
    switch field {
    case .literal(let text):
      guard bytes[position...].starts(with: text) else { return false }
      position += text.count
      return true
    case .letter(let letter, let count):
      guard consume(letter, count) else { return false }
      switch UnicodeScalar(letter) {
      case "y", "u": parts[UInt8(ascii: "y")] = count == 2 ? 2000 + last : last
      case "M", "L": parts[UInt8(ascii: "M")] = count >= 3 ? last + 1 : last
      case "d", "D": parts[letter] = last
      default: break
      }
      return true
    }
  }

  private mutating func consume(_ letter: UInt8, _ count: Int) -> Bool {
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

  /// Reads a number with exactly `count` digits; if `count` is 1, with one or more digits.
  private mutating func number(_ count: Int, _ range: ClosedRange<Int>) -> Bool {
    let start = position
    let most = count == 1 ? 19 : count
    while position < bytes.count, position - start < most, (48...57).contains(bytes[position]) {
      // A field with one letter has at most two digits, unless its values can have four or more.
      if count == 1, range.upperBound < 9999, position - start == 2 { break }
      position += 1
    }
    guard position - start >= count else { return false }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // Digits that do not fit in an `Int` are valid only in a fraction, which has no greatest value.
    last = Int(text) ?? .max
    return last == .max ? range.upperBound == .max : range.contains(last)
  }

  private mutating func word(_ words: [String], _ count: Int) -> Bool {
    for (index, word) in words.enumerated() {
      let text = Array((count > 3 ? word : String(word.prefix(3))).utf8)
      guard bytes[position...].prefix(text.count).map(Self.lower) == text.map(Self.lower) else {
        continue
      }
      position += text.count
      last = index
      return true
    }
    return false
  }

  /// Reads a time zone offset: `+01`, `+0100` or `+01:00`, depending on the number of letters.
  private mutating func offset(_ count: Int, isZAllowed: Bool) -> Bool {
    guard position < bytes.count else { return false }
    let sign = bytes[position]
    position += 1
    if isZAllowed, sign == UInt8(ascii: "Z") { return true }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), number(2, 0...18) else {
      return false
    }
    if count == 1 {
      let end = position
      if !number(2, 0...59) { position = end }
      return true
    }
    if count > 2, !consume(.literal([UInt8(ascii: ":")])) { return false }
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

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
