/// Dates in the form of the HTTP `Date` field.
public enum HTTPDate {
  private static let weekdays: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Prints a time as RFC 9110's IMF-fixdate: `Wed, 12 Jun 2013 12:26:40 GMT`.
  public static func format(milliseconds: Int64) -> String {
    let date = CivilDate(milliseconds: milliseconds)
    // Every response has such a date, so it is written in place; far-off years take more room.
    let farYear = (0...9999).contains(date.year) ? "" : String(date.year)
    return String(unsafeUninitializedCapacity: 29 + farYear.utf8.count) { bytes in
      var output = Output(bytes: bytes)
      output.append(weekdays[Int(((date.daysSince1970 % 7) + 7) % 7)])
      output.append(", ")
      output.append(pair: date.day)
      output.append(" ")
      output.append(months[date.month - 1])
      output.append(" ")
      if farYear.isEmpty {
        output.append(pair: date.year / 100)
        output.append(pair: date.year % 100)
      } else {
        output.append(farYear)
      }
      output.append(" ")
      output.append(pair: date.hour)
      output.append(":")
      output.append(pair: date.minute)
      output.append(":")
      output.append(pair: date.second)
      output.append(" GMT")
      return output.count
    }
  }

  private struct Output {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func append(_ byte: UInt8) {
      bytes[count] = byte
      count += 1
    }

    mutating func append(_ text: StaticString) {
      text.withUTF8Buffer { for byte in $0 { append(byte) } }
    }

    mutating func append(_ text: String) { for byte in text.utf8 { append(byte) } }

    /// Two digits.
    mutating func append(pair number: Int) {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
  }
}
