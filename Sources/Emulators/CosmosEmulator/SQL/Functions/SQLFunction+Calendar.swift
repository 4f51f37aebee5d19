import GhostlightCore
import GhostlightEmulation

/// Functions of the parts of dates, of dates relative to the current time, and of dates as strings.
extension SQLFunction {
  /// - Source: MicrosoftDocs/nosql-query-docs, the page of each function in cosmos-db/query.
  static let calendar: [SQLFunction] = [
    part("YEAR", .year), part("MONTH", .month), part("DAY", .day),
    SQLFunction("NOW", 0...2) { arguments, context throws(SQLError) in
      let now = SQLDate(milliseconds: context.instant.milliseconds)
      guard arguments.count == 2 else { return now?.json }
      guard let part = SQLDatePart(arguments[0]), let number = SQLNumber.whole(arguments[1]) else {
        return nil
      }
      return now?.adding(number, of: part)?.json
    },
    SQLFunction("AGO", 2...2) { arguments, context throws(SQLError) in
      guard let part = SQLDatePart(arguments[0]), let number = SQLNumber.whole(arguments[1]),
        number > .min
      else { return nil }
      return SQLDate(milliseconds: context.instant.milliseconds)?.adding(-number, of: part)?.json
    },
    SQLFunction("DATETIMEFORMAT", 2...2) { arguments, context throws(SQLError) in
      guard let date = SQLDate(arguments[0]), let format = arguments[1]?.string else { return nil }
      try context.budget.pay(text: 2 * format.utf8.count)
      try context.budget.pay(format.utf8.count, times: 2)
      return .string(date.text(as: format))
    },
    SQLFunction("DOCUMENTID", 1...1) { arguments, _ throws(SQLError) in
      guard let rid = arguments[0]?["_rid"]?.string else { return nil }
      return ResourceID.documentNumber(rid).map { .integer(Int64($0)) }
    },
  ]

  private static func part(_ name: String, _ part: SQLDatePart) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, _ throws(SQLError) in
      SQLDate(arguments[0]).map { .integer($0.value(of: part)) }
    }
  }
}

extension SQLDate {
  /// Creates a date from a string: a day with an optional time in UTC, of which `T` or a space, the
  /// seconds, up to seven decimals and `Z` can follow.
  ///
  /// Returns `nil` for all other values, including strings with an offset from UTC.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/is-datetime.md; dotnet/efcore, issue
  ///   35310, for offsets.
  init?(_ value: JSON?) {
    guard let text = value?.string, (10...28).contains(text.utf8.count) else { return nil }
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2)
    else { return nil }
    var parts = [year, month, day]
    if reader.skip("T") || reader.skip(" ") {
      guard let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
        reader.skip(":"), let second = reader.number(2)
      else { return nil }
      parts += [hour, minute, second]
      if reader.skip(".") {
        guard let ticks = reader.fraction() else { return nil }
        parts.append(ticks)
      }
    }
    _ = reader.skip("Z")
    guard reader.isAtEnd else { return nil }
    self.init(parts: parts)
  }

  private struct Reader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
      position += 1
      return true
    }

    private mutating func digit() -> Int64? {
      guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
      position += 1
      return Int64(bytes[position - 1]) - 48
    }

    mutating func number(_ count: Int) -> Int64? {
      var value: Int64 = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// Parses one to seven decimals of a second, and returns them in ticks.
    mutating func fraction() -> Int64? {
      guard var value = digit() else { return nil }
      for _ in 1..<7 { value = value * 10 + (digit() ?? 0) }
      return value
    }
  }
}

extension SQLDate {
  /// Returns the date in a format such as `yyyy-MM-dd HH:mm`.
  ///
  /// A backslash makes the next character literal, and all other characters are literal.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/datetimeformat.md; assumption: the
  ///   elements that are not in its examples, which are those of `format_datetime` in the query
  ///   language Kusto.
  func text(as format: String) -> String {
    var text = ""
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\" {
        if let literal = rest.popFirst() { text.unicodeScalars.append(literal) }
        continue
      }
      let longest = Self.longestElements[scalar] ?? 1
      var count = 1
      while count < longest, rest.first == scalar {
        rest.removeFirst()
        count += 1
      }
      text += element(scalar, count) ?? String(repeating: String(scalar), count: count)
    }
    return text
  }

  private static let longestElements: [Unicode.Scalar: Int] = [
    "y": 4, "M": 2, "d": 2, "H": 2, "h": 2, "m": 2, "s": 2, "f": 7, "F": 7, "t": 2,
  ]

  /// Returns the text of an element of a format, or `nil` if there is no such element.
  private func element(_ letter: Unicode.Scalar, _ count: Int) -> String? {
    let hour = value(of: .hour)
    switch letter {
    case "y": return Self.pad(count > 2 ? value(of: .year) : value(of: .year) % 100, count)
    case "M": return Self.pad(value(of: .month), count)
    case "d": return Self.pad(value(of: .day), count)
    case "H": return Self.pad(hour, count)
    case "h": return Self.pad((hour + 11) % 12 + 1, count)
    case "m": return Self.pad(value(of: .minute), count)
    case "s": return Self.pad(value(of: .second), count)
    case "f": return String(Self.pad(value(of: .nanosecond) / 100, 7).prefix(count))
    case "F":
      var digits = Self.pad(value(of: .nanosecond) / 100, 7).prefix(count)
      while digits.last == "0" { digits.removeLast() }
      return String(digits)
    case "t" where count == 2: return hour < 12 ? "AM" : "PM"
    default: return nil
    }
  }

  private static func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
