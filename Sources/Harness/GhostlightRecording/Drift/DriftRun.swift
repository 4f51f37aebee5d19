import GhostlightCore
import HTTPTypes

/// The state of a comparison in progress: its results so far, and the issued values to follow.
struct DriftRun: Sendable {
  private let mask: DriftMask
  private let follows: Bool
  private var values = IssuedValues()
  private var compared = 0
  private var leftOut = 0
  /// The number of generated values in which the sides differ, by kind.
  private var masked: [GeneratedKind: Int] = [:]
  private var drifted: [ExchangeDrift] = []
  /// The number of milliseconds by which times may differ; above 0 only if `check` sets the actual
  /// side's clock.
  private var tolerance: Int64 = 0
  /// For each time to which the actual side's clock was set, its uncertainty; both in milliseconds.
  private var moments: [Int64: Int64] = [:]
  /// The actual times that were accepted as nearly the same as expected ones, keyed by the expected
  /// time.
  private var times: [TimeReading: TimeReading] = [:]

  init(mask: DriftMask, follows: Bool) {
    self.mask = mask
    self.follows = follows
  }

  /// Returns the request to send to the actual side: the expected side's ids and tokens are
  /// replaced by the actual side's.
  mutating func rewrite(_ request: Request) -> Request {
    follows ? values.rewrite(request) : request
  }

  /// Compares the two responses to a request and stores the result.
  ///
  /// Bodies are decoded first, because a server may compress only some of its responses.
  mutating func record(_ request: Request, expected: Response, actual: Response) {
    let (expected, actual) = (expected.withDecodedBody, actual.withDecodedBody)
    if follows { values.record(expected: expected, actual: actual) }
    let differences = Drift.compare(expected: expected, actual: actual, mask: mask)
    if mask.hidesGeneratedValues, !mask.hidesOpaqueBodies,
      let kind = Drift.generatedKind(of: expected, actual)
    {
      masked[kind, default: 0] += 1
    }
    record(request, differences.filter { !isSameMoment($0) && !isGenerated($0) })
  }

  /// Returns whether the values of `difference` are generated, and counts them if they are.
  private mutating func isGenerated(_ difference: Difference) -> Bool {
    guard mask.hidesGeneratedValues, let kind = difference.generatedKind else { return false }
    masked[kind, default: 0] += 1
    return true
  }

  /// Counts an exchange that is not compared, because it opened a WebSocket.
  mutating func leaveOut() { leftOut += 1 }

  /// Sets the moment at which the next exchange was recorded.
  mutating func set(_ moment: RecordedMoment) {
    tolerance = moment.uncertainty
    guard tolerance > 0 else { return }
    moments[moment.milliseconds] = max(moments[moment.milliseconds] ?? 0, tolerance)
  }

  /// Returns whether the two values of `difference` are times of the same moment, in this exchange
  /// or in an earlier one.
  private mutating func isSameMoment(_ difference: Difference) -> Bool {
    guard !moments.isEmpty || !times.isEmpty,
      difference.kind == .value || difference.kind == .header,
      let expected = difference.expected.flatMap(TimeReading.init),
      let actual = difference.actual.flatMap(TimeReading.init)
    else { return false }
    if times[expected] == actual { return true }
    // The time may be that of an earlier exchange, whose change only this response shows. The
    // uncertainty of that exchange counts, too.
    let reach = max(tolerance, moments[actual.milliseconds] ?? 0)
    guard reach > 0, expected.isNear(actual, within: reach) else { return false }
    times[expected] = actual
    return true
  }

  /// Counts an exchange and stores its differences, if there are any.
  mutating func record(_ request: Request, _ differences: [Difference]) {
    compared += 1
    guard !differences.isEmpty else { return }
    drifted.append(
      ExchangeDrift(number: compared + leftOut, request: request, differences: differences))
  }

  /// Returns a report of the exchanges compared so far.
  ///
  /// Values that later turned out to be issued are not drift, not even at their first appearance.
  func report(expected: String, actual: String) -> DriftReport {
    var report = DriftReport(
      expected: expected, actual: actual, compared: compared, followed: values.confirmed.count)
    let counters = mask.hidesGeneratedValues ? CounterPlaces(drifted) : CounterPlaces([])
    report.masked = masked
    report.leftOut = leftOut
    for exchange in drifted {
      let differences = exchange.differences.filter { difference in
        guard counters.contain(difference, of: exchange.request) else {
          return !isIssued(difference)
        }
        report.masked[.counter, default: 0] += 1
        return false
      }
      guard !differences.isEmpty else { continue }
      report.drifted.append(
        ExchangeDrift(
          number: exchange.number, request: exchange.request, differences: differences))
    }
    return report
  }

  private func isIssued(_ difference: Difference) -> Bool {
    guard difference.kind == .value || difference.kind == .header,
      case .string(let expected) = difference.expected,
      case .string(let actual) = difference.actual
    else { return false }
    // Two strings are equal in Swift if they differ only in Unicode normalization.
    return values.translated(expected).utf8.elementsEqual(actual.utf8)
  }
}

extension Difference {
  /// The kind of the two values, if they are generated and have the same form; otherwise `nil`.
  fileprivate var generatedKind: GeneratedKind? {
    guard let expected, let actual else { return nil }
    switch (kind, place) {
    case (.value, .json(let path)): return GeneratedValues.kind(expected, actual, named: path.name)
    case (.order, .json):
      return GeneratedValues.areSortedByIdentifier(expected, actual) ? .identifier : nil
    case (.header, .header(let name)):
      guard case .string(let expected) = expected, case .string(let actual) = actual else {
        return nil
      }
      return GeneratedText.kind(expected, actual, of: name)
    default: return nil
    }
  }
}

extension JSONPath {
  /// The name of the member that the path leads to, also for the elements of a list; empty for the
  /// whole value.
  fileprivate var name: String {
    for step in steps.reversed() { if case .member(let name) = step { return name } }
    return ""
  }
}

/// The places of numbers that rise from response to response on both sides.
///
/// Such a number counts exchanges, and the two sides began to count at different numbers. Three
/// responses of one route show it. The elements of a list do not: a list may be sorted.
struct CounterPlaces {
  private struct Place: Hashable {
    let route: String
    let path: JSONPath
  }

  private var places: Set<Place> = []

  init(_ exchanges: [ExchangeDrift]) {
    var values: [Place: [(expected: Int64, actual: Int64)]] = [:]
    for exchange in exchanges {
      for difference in exchange.differences {
        guard let place = Self.place(of: difference, exchange.request),
          case .integer(let expected) = difference.expected,
          case .integer(let actual) = difference.actual
        else { continue }
        values[place, default: []].append((expected, actual))
      }
    }
    for (place, pairs) in values where pairs.count >= 3 {
      let isRising = zip(pairs, pairs.dropFirst()).allSatisfy {
        $0.expected < $1.expected && $0.actual < $1.actual
      }
      if isRising { places.insert(place) }
    }
  }

  /// Returns whether a difference is that of a counter.
  func contain(_ difference: Difference, of request: Request) -> Bool {
    guard !places.isEmpty, let place = Self.place(of: difference, request) else { return false }
    return places.contains(place)
  }

  private static func place(of difference: Difference, _ request: Request) -> Place? {
    guard difference.kind == .value, case .json(let path) = difference.place,
      path == path.generalised
    else { return nil }
    return Place(route: "\(request.method.rawValue) \(request.target.rawPath)", path: path)
  }
}
