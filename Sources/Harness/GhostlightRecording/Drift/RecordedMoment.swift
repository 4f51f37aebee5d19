import GhostlightCore
import HTTPTypes

/// The time at which a recorded server processed an exchange, as exactly as the exchange shows.
///
/// The start and end of the request on the client's clock are the bounds. A time in the response
/// that lies between them is exact, because servers store that time in the objects that they create
/// or change. If the two clocks disagree, the response's `Date` field is used instead.
struct RecordedMoment {
  /// The earliest time at which the server may have processed the exchange, in milliseconds since
  /// 1970.
  let milliseconds: Int64
  /// The width of the interval of possible times, in milliseconds; 0 if the time is exact.
  let uncertainty: Int64

  /// The maximum number of JSON values of a response that are searched for times.
  private static let mostValues = 10_000

  init(of exchange: RecordedExchange) {
    var (first, last) = Self.bounds(of: exchange)
    var said: ClosedRange<Int64>?
    var seconds: [Int64] = []
    Self.visit(exchange.response) { time in
      guard time.resolution == 1 else { return seconds.append(time.milliseconds) }
      if (first...last).contains(time.milliseconds) {
        said =
          min(
            said?.lowerBound ?? .max, time.milliseconds)...max(
            said?.upperBound ?? .min, time.milliseconds)
      }
    }
    if let said {
      milliseconds = said.lowerBound
      uncertainty = said.upperBound - said.lowerBound
      return
    }
    for second in seconds.sorted(by: >) where second <= last && second + 999 >= first {
      (first, last) = (max(first, second), min(last, second + 999))
    }
    milliseconds = first
    uncertainty = last - first
  }

  /// Returns the bounds: from the start of the request to the first millisecond after its end.
  private static func bounds(of exchange: RecordedExchange) -> (first: Int64, last: Int64) {
    let first = exchange.startedMilliseconds
    let duration = min(max(0, exchange.durationMilliseconds), 86_400_000)
    let (last, overflows) = first.addingReportingOverflow(Int64(duration) + 1)
    guard !overflows else { return (first, first) }
    guard let date = exchange.response.headers[.date].flatMap(HTTPDate.milliseconds) else {
      return (first, last)
    }
    let isWithin = date <= last && date + 999 >= first
    return isWithin ? (max(first, date), min(last, date + 999)) : (date, date + 999)
  }

  private static func visit(_ response: Response, _ found: (TimeReading) -> Void) {
    var count = 0
    for field in response.headers where !DriftMask.standardHeaders.contains(field.name) {
      TimeReading(field.value).map(found)
    }
    if let json = response.json { visit(json, &count, found) }
  }

  private static func visit(_ value: JSON, _ count: inout Int, _ found: (TimeReading) -> Void) {
    guard count < mostValues else { return }
    count += 1
    switch value {
    case .array(let elements): for element in elements { visit(element, &count, found) }
    case .object(let object): for member in object { visit(member.value, &count, found) }
    default: TimeReading(value).map(found)
    }
  }
}

/// A JSON value or header value that is a time, or an identifier that begins with a time.
struct TimeReading: Hashable {
  /// The time in milliseconds since 1970.
  let milliseconds: Int64
  /// The precision in milliseconds: 1, or 1000 for a value in seconds.
  let resolution: Int64
  /// The rest of an identifier after its time; empty if the value is only a time.
  let tail: String

  private init(_ milliseconds: Int64, resolution: Int64, tail: String = "") {
    self.milliseconds = milliseconds
    self.resolution = resolution
    self.tail = tail
  }

  /// Parses a string, or an integer that is the seconds or milliseconds since 1970 of a time in the
  /// years 2000 to 9999.
  init?(_ value: JSON) {
    switch value {
    case .integer(let number): self.init(number)
    case .string(let text): self.init(text)
    default: return nil
    }
  }

  private init?(_ number: Int64) {
    switch number {
    case 946_684_800..<100_000_000_000: self.init(number * 1000, resolution: 1000)
    case 946_684_800_000..<253_402_300_800_000: self.init(number, resolution: 1)
    default: return nil
    }
  }

  /// Parses digits, an ISO 8601 date, an HTTP date, or a MongoDB identifier.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (10...40).contains(bytes.count) else { return nil }
    if bytes.allSatisfy({ (0x30...0x39).contains($0) }), bytes.count < 16 {
      guard let number = Int64(text) else { return nil }
      self.init(number)
    } else if let time = ISODate.milliseconds(text) {
      self.init(time, resolution: bytes.contains(UInt8(ascii: ".")) ? 1 : 1000)
    } else if let time = HTTPDate.milliseconds(text) {
      self.init(time, resolution: 1000)
    } else {
      guard bytes.count == 24, let seconds = Int64(text.prefix(8), radix: 16),
        text.dropFirst(8).allSatisfy(\.isHexDigit), seconds >= 946_684_800
      else { return nil }
      self.init(seconds * 1000, resolution: 1000, tail: String(text.dropFirst(8)))
    }
  }

  /// Returns whether two readings have the same precision and tail, and differ by at most
  /// `tolerance` milliseconds.
  func isNear(_ other: TimeReading, within tolerance: Int64) -> Bool {
    guard resolution == other.resolution, tail == other.tail else { return false }
    let (distance, overflows) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return !overflows && distance.magnitude <= UInt64(tolerance + resolution - 1)
  }
}
