public import GhostlightCore
import HTTPTypes
import Synchronization

/// Compares the responses of a backend with expected or recorded ones.
///
/// Use ``check(_:against:mask:followingValues:prepare:settingClock:)`` to send the requests of a
/// recording to a running backend, and ``compare(_:_:mask:matcher:)`` for two recordings.
///
/// A ``DriftMask`` hides parts that always differ, such as `Date`. The `compare` functions have no
/// side effects; the `check` functions send requests, one after another.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func hasDrifted(_ recording: Recording, _ backend: Responder) async throws -> Bool {
///   let mask = try DriftMask(values: ["$..lastmoddate"])
///   let report = await Drift.check(recording, against: backend, mask: mask)
///   print(report)
///   return !report.isClean
/// }
/// ```
public enum Drift {
  /// Returns all differences between two responses: status first, then header fields, then bodies.
  ///
  /// Differences that the mask hides are left out. If both bodies are JSON, their values are
  /// compared and the order of members does not matter; otherwise the bytes are compared. An added
  /// or removed array element is one difference, and the elements after it are not reported.
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
    return names.sorted { $0.canonicalName < $1.canonicalName }
      .compactMap { name -> [Difference]? in
        let (before, after) = (expected[values: name], actual[values: name])
        guard before != after else { return nil }
        guard name == .setCookie, before.count == after.count, mask.hidesGeneratedValues else {
          return [difference(name, text(before), text(after))]
        }
        return zip(before, after).filter { $0 != $1 }
          .map { difference(name, .string($0), .string($1)) }
      }.flatMap(\.self)
  }

  private static func difference(
    _ name: HTTPField.Name, _ expected: JSON?, _ actual: JSON?
  ) -> Difference {
    Difference(.header, at: .header(name), expected: expected, actual: actual)
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
        expected: mask.applied(to: before), actual: mask.applied(to: after),
        byForm: mask.hidesGeneratedValues
      ).map { mask.unmasked($0, expected: before, actual: after) }
    }
    guard !mask.hidesOpaqueBodies,
      !mask.hidesGeneratedValues || generatedKind(of: expected, actual) == nil,
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
  /// Sends the requests of a recording to a responder and compares its responses with the recorded
  /// ones.
  ///
  /// Requests are sent one after another, in the recorded order. The responder issues its own ids
  /// and tokens. Unless `followingValues` is `false`, later requests use these instead of the
  /// recorded ones.
  ///
  /// - Parameters:
  ///   - recording: The exchanges to repeat; their bodies are decoded first.
  ///   - responder: The backend to check.
  ///   - mask: The parts of responses that may differ.
  ///   - followingValues: Whether later requests use the ids and tokens that `responder` issued.
  ///   - prepare: Called with each request just before it is sent. Use it to sign the request
  ///     again, or to insert secrets that the recording does not have.
  ///   - setClock: Called before each request with the time at which it was recorded, in
  ///     milliseconds since 1970. Pass it if the responder's clock can be set. Times that differ
  ///     only because the recorded moment is not known exactly are then not reported.
  /// - Returns: A report that lists the exchanges with differences.
  public static func check(
    _ recording: Recording, against responder: Responder, mask: DriftMask = .standard,
    followingValues: Bool = true, prepare: (@Sendable (Request) -> Request)? = nil,
    settingClock setClock: (@Sendable (Int64) -> Void)? = nil
  ) async -> DriftReport {
    let collector = DriftCollector(
      mask: mask, followingValues: followingValues, prepare: prepare)
    for exchange in recording.withDecodedBodies.exchanges {
      guard exchange.response.status != .switchingProtocols else {
        collector.leaveOut()
        continue
      }
      if let setClock {
        let moment = RecordedMoment(of: exchange)
        setClock(moment.milliseconds)
        collector.setMoment(moment)
      }
      let request = collector.request(forActual: exchange.request)
      let actual = await responder.respond(request)
      collector.record(exchange.request, expected: exchange.response, actual: actual)
    }
    return collector.report(expected: recording.comment ?? "recording", actual: responder.name)
  }

  /// Sends the same requests to two responders and compares their responses.
  ///
  /// Each request is sent to `expected` first, and then to `actual`. The other parameters have the
  /// meaning described for ``check(_:against:mask:followingValues:prepare:settingClock:)``.
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
  /// An exchange that only one recording has is reported as removed or added. If two requests at
  /// the same position do not match, that is reported as a difference, and their responses are not
  /// compared. Ids and tokens that a backend issued may differ in requests, too.
  public static func compare(
    _ expected: Recording, _ actual: Recording, mask: DriftMask = .standard,
    matcher: Matcher = .standard
  ) -> DriftReport {
    var run = DriftRun(mask: mask, follows: true)
    let (expected, actual) = (expected.withDecodedBodies, actual.withDecodedBodies)
    for (before, after) in zip(expected.exchanges, actual.exchanges) {
      if matcher.matches(after.request, run.rewrite(before.request)) {
        run.record(before.request, expected: before.response, actual: after.response)
      } else {
        run.record(
          before.request,
          [
            Difference(
              .value, at: .exchange, expected: line(before.request), actual: line(after.request))
          ])
      }
    }
    for rest in expected.exchanges.dropFirst(actual.exchanges.count) {
      let gone = Difference(.removed, at: .exchange, expected: line(rest.request), actual: nil)
      run.record(rest.request, [gone])
    }
    for rest in actual.exchanges.dropFirst(expected.exchanges.count) {
      let new = Difference(.added, at: .exchange, expected: nil, actual: line(rest.request))
      run.record(rest.request, [new])
    }
    return run.report(
      expected: expected.comment ?? "recording", actual: actual.comment ?? "other recording")
  }

  /// Returns the kind of the first words in which two text bodies differ, if they are not JSON and
  /// differ only in generated words; otherwise `nil`.
  static func generatedKind(of expected: Response, _ actual: Response) -> GeneratedKind? {
    guard expected.body != actual.body, expected.json == nil || actual.json == nil,
      let before = String(validating: expected.body, as: UTF8.self),
      let after = String(validating: actual.body, as: UTF8.self)
    else { return nil }
    return GeneratedText.kind(before, after)
  }

  private static func line(_ request: Request) -> JSON {
    .string(request.line)
  }
}

/// Collects the differences between two responders while clients use one of them.
///
/// Pass a collector to `Responder.compared(with:into:)`, let clients send their requests, and read
/// ``report(expected:actual:)`` at any time. Several threads may use a collector at once. Exchanges
/// are numbered in the order in which their responses are compared.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func shadow(_ old: Responder, _ new: Responder) -> (Responder, DriftCollector) {
///   let collector = DriftCollector()
///   return (old.compared(with: new, into: collector), collector)
/// }
/// ```
public final class DriftCollector: Sendable {
  private let run: Mutex<DriftRun>
  private let prepare: (@Sendable (Request) -> Request)?

  /// Creates a collector that has compared no exchanges yet.
  ///
  /// - Parameters:
  ///   - mask: The parts of responses that may differ.
  ///   - followingValues: Whether later requests to the actual side use the ids and tokens that it
  ///     issued, instead of those of the expected side.
  ///   - prepare: Called with each request just before it is sent to the actual side. Use it to
  ///     sign the request again, or to insert secrets that a recording does not have.
  public init(
    mask: DriftMask = .standard, followingValues: Bool = true,
    prepare: (@Sendable (Request) -> Request)? = nil
  ) {
    run = Mutex(DriftRun(mask: mask, follows: followingValues))
    self.prepare = prepare
  }

  /// Returns the request to send to the actual side; `request` is the one for the expected side.
  public func request(forActual request: Request) -> Request {
    let rewritten = run.withLock { $0.rewrite(request) }
    return prepare.map { $0(rewritten) } ?? rewritten
  }

  /// Compares the responses of both sides to one request, and adds the result to the report.
  ///
  /// `request` is the request as the expected side received it; the report shows this one.
  public func record(_ request: Request, expected: Response, actual: Response) {
    run.withLock { $0.record(request, expected: expected, actual: actual) }
  }

  /// Counts an exchange that is not compared.
  func leaveOut() { run.withLock { $0.leaveOut() } }

  /// Sets the moment at which the next exchange was recorded.
  func setMoment(_ moment: RecordedMoment) { run.withLock { $0.set(moment) } }

  /// Returns a report of all differences so far; `expected` and `actual` are display names of the
  /// sides.
  public func report(expected: String, actual: String) -> DriftReport {
    run.withLock { $0.report(expected: expected, actual: actual) }
  }
}
