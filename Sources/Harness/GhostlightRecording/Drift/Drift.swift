public import GhostlightCore
import HTTPTypes
import Synchronization

/// Says how an actual response differs from an expected one.
public enum Drift {
  /// All differences but those that the mask hides: status, then header fields, then the body.
  ///
  /// Bodies that are both JSON are compared by value, the order of members aside; all others to the
  /// byte. What an array lost or gained is one difference, not a shift of all that follows.
  public static func compare(
    expected: Response, actual: Response, mask: DriftMask = .standard
  ) -> [Difference] {
    var differences: [Difference] = []
    if expected.status.code != actual.status.code {
      differences.append(
        Difference(
          .status, at: .status, expected: .integer(Int64(expected.status.code)),
          actual: .integer(Int64(actual.status.code))))
    }
    differences += headers(expected.headers, actual.headers, mask)
    return differences + bodies(expected, actual, mask)
  }

  private static func headers(
    _ expected: HTTPFields, _ actual: HTTPFields, _ mask: DriftMask
  ) -> [Difference] {
    let names = Set(expected.map(\.name)).union(actual.map(\.name)).subtracting(mask.headers)
    return names.sorted { $0.canonicalName < $1.canonicalName }.compactMap { name in
      let (before, after) = (expected[values: name], actual[values: name])
      guard before != after else { return nil }
      return Difference(.header, at: .header(name), expected: text(before), actual: text(after))
    }
  }

  private static func text(_ values: [String]) -> JSON? {
    values.isEmpty ? nil : .string(values.joined(separator: ", "))
  }

  private static func bodies(
    _ expected: Response, _ actual: Response, _ mask: DriftMask
  ) -> [Difference] {
    guard expected.body != actual.body else { return [] }
    if let before = expected.json, let after = actual.json {
      return JSONComparison.differences(
        expected: mask.applied(to: before), actual: mask.applied(to: after)
      ).map { mask.unmasked($0, expected: before, actual: after) }
    }
    guard !mask.hidesOpaqueBodies,
      let difference = ByteDifference(expected: expected.body, actual: actual.body)
    else { return [] }
    return [
      Difference(
        .body, at: .body, expected: .string("\(difference.place): \(difference.expected)"),
        actual: .string("\(difference.place): \(difference.actual)"))
    ]
  }
}

extension Drift {
  /// Sends the requests of a recording to a responder and compares its answers with the recorded.
  ///
  /// One after another, in the order recorded. Ids and tokens that the responder issues replace
  /// the recorded ones in later requests, unless not wanted; then each request passes `prepare`,
  /// which signs it again or puts in secrets that the recording does not hold.
  ///
  /// Where the responder's clock can be set, `setClock` sets it to the milliseconds since 1970 at
  /// which each exchange was recorded. Times that come out otherwise only because the recording does
  /// not say them exactly are no drift.
  public static func check(
    _ recording: Recording, against responder: Responder, mask: DriftMask = .standard,
    followingValues: Bool = true, prepare: (@Sendable (Request) -> Request)? = nil,
    settingClock setClock: (@Sendable (Int64) -> Void)? = nil
  ) async -> DriftReport {
    let collector = DriftCollector(
      mask: mask, followingValues: followingValues, prepare: prepare)
    for exchange in recording.withDecodedBodies.exchanges {
      if let setClock {
        let moment = RecordedMoment(of: exchange)
        setClock(moment.milliseconds)
        collector.setMoment(moment)
      }
      let request = collector.request(forActual: exchange.request)
      let actual = await responder.respond(request)
      collector.note(exchange.request, expected: exchange.response, actual: actual)
    }
    return collector.report(expected: recording.comment ?? "recording", actual: responder.name)
  }

  /// Sends the same requests to two responders and compares their answers.
  public static func check(
    _ requests: [Request], expected: Responder, actual: Responder, mask: DriftMask = .standard,
    followingValues: Bool = true, prepare: (@Sendable (Request) -> Request)? = nil
  ) async -> DriftReport {
    let collector = DriftCollector(
      mask: mask, followingValues: followingValues, prepare: prepare)
    let both = expected.compared(with: actual, into: collector)
    for request in requests { _ = await both.respond(request) }
    return collector.report(expected: expected.name, actual: actual.name)
  }

  /// Compares two recordings of the same requests, exchange by exchange.
  ///
  /// Exchanges that only one of them has are removed or added. Where the requests differ, that is
  /// the difference, and the responses are not compared; ids and tokens that a backend issued may
  /// differ in requests too.
  public static func compare(
    _ expected: Recording, _ actual: Recording, mask: DriftMask = .standard,
    matcher: Matcher = .standard
  ) -> DriftReport {
    var run = DriftRun(mask: mask, follows: true)
    let (expected, actual) = (expected.withDecodedBodies, actual.withDecodedBodies)
    for (before, after) in zip(expected.exchanges, actual.exchanges) {
      if matcher.matches(after.request, run.rewrite(before.request)) {
        run.note(before.request, expected: before.response, actual: after.response)
      } else {
        run.note(
          before.request,
          [
            Difference(
              .value, at: .exchange, expected: line(before.request), actual: line(after.request))
          ])
      }
    }
    for rest in expected.exchanges.dropFirst(actual.exchanges.count) {
      let gone = Difference(.removed, at: .exchange, expected: line(rest.request), actual: nil)
      run.note(rest.request, [gone])
    }
    for rest in actual.exchanges.dropFirst(expected.exchanges.count) {
      let new = Difference(.added, at: .exchange, expected: nil, actual: line(rest.request))
      run.note(rest.request, [new])
    }
    return run.report(
      expected: expected.comment ?? "recording", actual: actual.comment ?? "other recording")
  }

  private static func line(_ request: Request) -> JSON {
    .string(request.line)
  }
}

/// A comparison under way: what was seen so far, and the values to follow.
struct DriftRun: Sendable {
  private let mask: DriftMask
  private let follows: Bool
  private var values = IssuedValues()
  private var compared = 0
  private var drifted: [ExchangeDrift] = []
  /// By how much times may differ, where both sides go by one clock.
  private var tolerance: Int64 = 0
  /// The moments that the actual side's clock was set to, and how much later each can have been.
  private var moments: [Int64: Int64] = [:]
  /// Times that differ by no more, and what the other side has in their place.
  private var times: [TimeReading: TimeReading] = [:]

  init(mask: DriftMask, follows: Bool) {
    self.mask = mask
    self.follows = follows
  }

  /// The request as the actual side must get it.
  mutating func rewrite(_ request: Request) -> Request {
    follows ? values.rewrite(request) : request
  }

  /// Compares the answers to a request.
  ///
  /// Bodies are compared decoded: what a server codes depends on the day.
  mutating func note(_ request: Request, expected: Response, actual: Response) {
    let (expected, actual) = (expected.withDecodedBody, actual.withDecodedBody)
    if follows { values.record(expected: expected, actual: actual) }
    let differences = Drift.compare(expected: expected, actual: actual, mask: mask)
    note(request, differences.filter { !isSameMoment($0) })
  }

  /// Says at which moment the next exchange was recorded.
  mutating func set(_ moment: RecordedMoment) {
    tolerance = moment.uncertainty
    guard tolerance > 0 else { return }
    moments[moment.milliseconds] = max(moments[moment.milliseconds] ?? 0, tolerance)
  }

  /// Whether a difference is of two times that stand for one moment, here or in an exchange before.
  private mutating func isSameMoment(_ difference: Difference) -> Bool {
    guard !moments.isEmpty || !times.isEmpty,
      difference.kind == .value || difference.kind == .header,
      let expected = difference.expected.flatMap(TimeReading.init),
      let actual = difference.actual.flatMap(TimeReading.init)
    else { return false }
    if times[expected] == actual { return true }
    // What an exchange before did at a moment that its own answer does not say, shows later.
    let reach = max(tolerance, moments[actual.milliseconds] ?? 0)
    guard reach > 0, expected.isNear(actual, within: reach) else { return false }
    times[expected] = actual
    return true
  }

  /// Takes down what differs in an exchange.
  mutating func note(_ request: Request, _ differences: [Difference]) {
    compared += 1
    guard !differences.isEmpty else { return }
    drifted.append(
      ExchangeDrift(number: compared, request: request, differences: differences))
  }

  /// What drifted; a value that turned out to be issued is no drift, also where it first stood.
  func report(expected: String, actual: String) -> DriftReport {
    var report = DriftReport(
      expected: expected, actual: actual, compared: compared, followed: values.confirmed.count)
    for exchange in drifted {
      let differences = exchange.differences.filter { !isIssued($0) }
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
    return values.translated(expected) == actual
  }
}

/// Collects what two responders answer differently while clients talk to one of them.
///
/// May be used by many threads at once; exchanges are numbered in the order of their answers.
public final class DriftCollector: Sendable {
  private let run: Mutex<DriftRun>
  private let prepare: (@Sendable (Request) -> Request)?

  /// Makes a collector.
  ///
  /// With `followingValues`, ids and tokens that the expected side issued are replaced by those of
  /// the actual side in later requests. `prepare` is applied to each request for the actual side
  /// after that: it signs again, or puts in secrets that a recording does not hold.
  public init(
    mask: DriftMask = .standard, followingValues: Bool = true,
    prepare: (@Sendable (Request) -> Request)? = nil
  ) {
    run = Mutex(DriftRun(mask: mask, follows: followingValues))
    self.prepare = prepare
  }

  /// The request as the actual side must get it.
  public func request(forActual request: Request) -> Request {
    let rewritten = run.withLock { $0.rewrite(request) }
    return prepare.map { $0(rewritten) } ?? rewritten
  }

  /// Compares the answers of both sides to a request, given as the expected side knows it.
  public func note(_ request: Request, expected: Response, actual: Response) {
    run.withLock { $0.note(request, expected: expected, actual: actual) }
  }

  /// Says at which moment the next exchange was recorded.
  func setMoment(_ moment: RecordedMoment) { run.withLock { $0.set(moment) } }

  /// What drifted so far, between two sides of some names.
  public func report(expected: String, actual: String) -> DriftReport {
    run.withLock { $0.report(expected: expected, actual: actual) }
  }
}
