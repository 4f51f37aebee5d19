import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightRecording

@Suite struct `Times of recorded exchanges` {
  private static let noon: Int64 = 1_371_040_000_123

  @Test(
    arguments: [
      ("0946684799", nil), ("0946684800", 946_684_800_000), ("99999999999", 99_999_999_999_000),
      ("100000000000", nil), ("946684799999", nil), ("946684800000", 946_684_800_000),
      ("253402300799999", 253_402_300_799_999), ("253402300800000", nil),
      ("1371040000123456", nil), ("2013-06-12T12:26:40.123Z", noon),
      ("2013-06-12T12:26:40Z", 1_371_040_000_000),
      ("Wed, 12 Jun 2013 12:26:40 GMT", 1_371_040_000_000),
      ("51b86880000000000000abcd", 1_371_039_872_000), ("51b86880000000000000abc", nil),
      ("51b86880000000000000abcg", nil), ("386d4380000000000000abcd", 946_684_800_000),
      ("386d437f000000000000abcd", nil), ("137104000", nil), ("note 2013", nil),
    ] as [(String, Int64?)])
  func `a text is read as a time if it is one of the years 2000 to 9999`(
    _ text: String, _ milliseconds: Int64?
  ) {
    #expect(TimeReading(text)?.milliseconds == milliseconds)
    #expect(TimeReading(JSON.string(text))?.milliseconds == milliseconds)
    if let number = Int64(text) {
      #expect(TimeReading(JSON.integer(number))?.milliseconds == milliseconds)
    }
  }

  @Test func `only texts and whole numbers are times`() {
    for value: JSON in [nil, true, 1_371_040_000.5, [], [:]] {
      #expect(TimeReading(value) == nil)
    }
  }

  @Test(
    arguments: [
      ("1371040000000", "1371040000005", 5, true), ("1371040000000", "1371040000006", 5, false),
      ("1371040000006", "1371040000000", 5, false), ("1371040000005", "1371040000000", 5, true),
      ("1371040000", "1371040001", 1, true), ("1371040000", "1371040001", 0, false),
      ("1371040000", "1371040000000", 900, false),
      ("51b86880000000000000abcd", "51b86881000000000000abcd", 500, true),
      ("51b86880000000000000abcd", "51b86880000000000000abce", 500, false),
    ] as [(String, String, Int64, Bool)])
  func `two times are near each other within a tolerance and a resolution`(
    _ one: String, _ other: String, _ tolerance: Int64, _ isNear: Bool
  ) throws {
    let reading = try #require(TimeReading(one))
    #expect(reading.isNear(try #require(TimeReading(other)), within: tolerance) == isNear)
  }

  /// Returns an exchange of `duration` milliseconds that starts at ``noon``.
  private static func exchange(
    _ response: Response, _ duration: Double = 50, at start: Int64 = noon
  ) -> RecordedExchange {
    RecordedExchange(
      Request(.get, "/"), response, startedMilliseconds: start, durationMilliseconds: duration)
  }

  private static func date(_ text: String, _ fields: HTTPFields = [:]) -> Response {
    var fields = fields
    fields[.date] = text
    return Response(.ok, headers: fields)
  }

  private static let lastModified = HTTPField.Name("Last-Modified") ?? .date

  private static let moments: [(String, RecordedExchange, Int64, Int64)] = [
    ("no time", exchange(Response(.ok)), noon, 51),
    ("no duration", exchange(Response(.ok), -5), noon, 1),
    ("a long duration", exchange(Response(.ok), 1e12), noon, 86_400_001),
    ("the greatest start", exchange(Response(.ok), at: .max), .max, 0),
    ("a time within", exchange(.json(.ok, ["at": .integer(noon + 7)])), noon + 7, 0),
    (
      "two times within", exchange(.json(.ok, [.integer(noon + 9), .integer(noon + 2)])),
      noon + 2, 7
    ),
    ("the first moment", exchange(.json(.ok, [.integer(noon)])), noon, 0),
    ("the last moment", exchange(.json(.ok, [.integer(noon + 51)])), noon + 51, 0),
    ("a time after", exchange(.json(.ok, [.integer(noon + 52)])), noon, 51),
    ("a time before", exchange(.json(.ok, [.integer(noon - 1)])), noon, 51),
    ("a date within", exchange(date("Wed, 12 Jun 2013 12:26:40 GMT")), noon, 51),
    (
      "a date that ends within", exchange(date("Wed, 12 Jun 2013 12:26:40 GMT"), 2000), noon, 876
    ),
    (
      "a date that begins within", exchange(date("Wed, 12 Jun 2013 12:26:41 GMT"), 2000),
      1_371_040_001_000, 999
    ),
    (
      "a date of another clock", exchange(date("Wed, 12 Jun 2013 12:26:50 GMT")),
      1_371_040_010_000, 999
    ),
    (
      "a second within", exchange(.json(.ok, ["at": "2013-06-12T12:26:41Z"]), 2000),
      1_371_040_001_000, 999
    ),
    (
      "a second in a field",
      exchange(
        Response(.ok, headers: [lastModified: "Wed, 12 Jun 2013 12:26:42 GMT"]), 2000),
      1_371_040_002_000, 124
    ),
    (
      "two seconds", exchange(.json(.ok, ["2013-06-12T12:26:40Z", "2013-06-12T12:26:41Z"]), 2000),
      1_371_040_001_000, 999
    ),
    (
      "a nested time", exchange(.json(.ok, ["a": [["b": .integer(noon + 3)]]])), noon + 3, 0
    ),
  ]

  @Test(arguments: moments)
  func `the moment of an exchange is the time that its response says`(
    _ name: String, _ exchange: RecordedExchange, _ milliseconds: Int64, _ uncertainty: Int64
  ) {
    let moment = RecordedMoment(of: exchange)
    #expect(moment.milliseconds == milliseconds, "\(name)")
    #expect(moment.uncertainty == uncertainty, "\(name)")
  }

  private static func check(
    _ recorded: [Response], _ live: [Response], setsClock: Bool = true
  ) async -> (report: DriftReport, clock: [Int64]) {
    let times = Mutex<[Int64]>([])
    let rest = Mutex(live)
    let responder = Responder(name: "live") { _ in
      rest.withLock { $0.isEmpty ? Response(.gone) : $0.removeFirst() }
    }
    let recording = Recording(
      recorded.enumerated().map { exchange($1, 50, at: noon + 1000 * Int64($0)) })
    let clock: (@Sendable (Int64) -> Void)? = { time in times.withLock { $0.append(time) } }
    let report = await Drift.check(
      recording, against: responder, settingClock: setsClock ? clock : nil)
    return (report, times.withLock { $0 })
  }

  private static func at(_ offset: Int64, _ more: JSON = nil) -> Response {
    .json(.ok, ["at": .integer(noon + offset), "more": more])
  }

  @Test func `times may differ by the uncertainty of their exchange`() async {
    // The recorded response has no exact time: it may have been sent within 51 milliseconds.
    let (report, clock) = await Self.check(
      [.json(.ok, ["at": .integer(Self.noon - 30)]), Self.at(1003)],
      [.json(.ok, ["at": .integer(Self.noon)]), Self.at(1003)])
    #expect(clock == [Self.noon, Self.noon + 1003])
    #expect(report.drifted == [])
    let (far, _) = await Self.check(
      [.json(.ok, ["at": .integer(Self.noon - 52)])], [.json(.ok, ["at": .integer(Self.noon)])])
    #expect(far.drifted.map(\.number) == [1])
  }

  @Test func `a time that differed once may be repeated later`() async {
    // The second exchange has an exact time of its own, and repeats that of the first.
    let (report, _) = await Self.check(
      [Self.at(-30), Self.at(1003, .integer(Self.noon - 30))],
      [Self.at(0), Self.at(1003, .integer(Self.noon))])
    #expect(report.drifted == [])
    let (other, _) = await Self.check(
      [Self.at(-30), Self.at(1003, .integer(Self.noon - 30))],
      [Self.at(0), Self.at(1003, .integer(Self.noon + 900))])
    #expect(other.drifted.map(\.number) == [2])
  }

  @Test func `without a clock, every difference of times is drift`() async {
    let (report, clock) = await Self.check([Self.at(-30)], [Self.at(0)], setsClock: false)
    #expect(clock == [])
    #expect(report.drifted.map(\.number) == [1])
  }

  @Test func `only values and fields may be the same moment`() async {
    let (report, _) = await Self.check(
      [.json(.ok, ["at": .integer(Self.noon - 30)])],
      [.json(.ok, ["at": .string("\(Self.noon)")])])
    #expect(report.drifted.flatMap(\.differences).map(\.kind) == [.type])
    let seconds = "Wed, 12 Jun 2013 12:26:40 GMT"
    let (fields, _) = await Self.check(
      [Response(.ok, headers: [Self.lastModified: "Wed, 12 Jun 2013 12:26:39 GMT"])],
      [Response(.ok, headers: [Self.lastModified: seconds])])
    #expect(fields.drifted == [])
  }
}
