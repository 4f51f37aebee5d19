public import GhostlightCore
import HTTPTypes

/// The result of a replay: which requests got a recorded response, and which exchanges were not
/// used.
///
/// Read it from ``Replayer/report`` at the end of a test. A strict test asserts ``isClean``. The
/// ``description`` lists the problems for people.
public struct ReplayReport: Sendable, Hashable {
  /// The number of exchanges in the recording.
  public var recorded: Int
  /// The number of requests that got a recorded response.
  public var served: Int
  /// The first 1,000 requests without a recorded response.
  public var misses: [ReplayMiss]
  /// The total number of requests without a recorded response.
  public var missCount: Int
  /// The exchanges that no request used, in recorded order.
  public var unused: [ReplayEntry]
  /// Errors in the recording, such as an unknown replay policy, each with a remedy.
  public var problems: [String]
  /// Warnings about responses that may belong to another server, because the request named none; at
  /// most 20.
  public var warnings: [String]

  /// Creates a report; a ``Replayer`` does this for its callers.
  public init(
    recorded: Int, served: Int = 0, misses: [ReplayMiss] = [], missCount: Int? = nil,
    unused: [ReplayEntry] = [], problems: [String] = [],
    warnings: [String] = []
  ) {
    self.recorded = recorded
    self.served = served
    self.misses = misses
    self.missCount = missCount ?? misses.count
    self.unused = unused
    self.problems = problems
    self.warnings = warnings
  }

  /// Whether every request got a recorded response, every exchange was used, and there are no
  /// problems.
  public var isClean: Bool { missCount == 0 && unused.isEmpty && problems.isEmpty }
}

extension ReplayReport: CustomStringConvertible {
  /// The counts on one line, followed by problems, misses and unused exchanges, up to 20 of each.
  public var description: String {
    var lines = [
      "\(served) answered from \(recorded) recorded, \(missCount) missed, \(unused.count) unused"
    ]
    lines += warnings.map { "warning: \($0)" }
    lines += Self.listed(problems.map { "problem: \($0)" }, of: problems.count)
    lines += Self.listed(misses.map { "missed: \($0)" }, of: missCount)
    lines += Self.listed(unused.map { "unused: \($0)" }, of: unused.count)
    return lines.joined(separator: "\n")
  }

  /// Returns the first 20 lines, followed by the number of further ones out of `count`.
  package static func listed(_ lines: [String], of count: Int) -> [String] {
    let shown = Array(lines.prefix(20))
    return shown.count < count ? shown + ["and \(count - shown.count) more"] : shown
  }
}

/// An exchange of a recording, as a report lists it.
///
/// Its number is the entry's position in the file. A ``ReplayReport`` lists unused exchanges, and a
/// ``NearMiss`` has an exchange that a request nearly matches.
public struct ReplayEntry: Sendable, Hashable {
  /// The exchange's position in the recording, from 1.
  public var number: Int
  /// The recorded request in normalized form, as the replayer compares it.
  public var request: Request

  /// Creates an entry; a ``Replayer`` does this for its report.
  public init(number: Int, request: Request) {
    self.number = number
    self.request = request
  }
}

extension ReplayEntry: CustomStringConvertible {
  /// The entry in one line, such as `entry 3, GET /todo`.
  public var description: String {
    "entry \(number), \(request.line.shortened)"
  }
}

/// A request for which the recording has no response, and the reason.
///
/// The client receives the miss's ``response``, which has the reason. ``ReplayReport/misses``
/// collects misses, so that a test shows what to record again or to ignore in the ``Matcher``.
public struct ReplayMiss: Sendable, Hashable {
  /// The incoming request in normalized form, as the replayer compares it.
  public var request: Request
  /// The reason why no response was found, and a remedy, in one line.
  public var explanation: String
  /// The most similar recorded exchanges, most similar first; at most three.
  public var nearest: [NearMiss]

  /// Creates a miss; a ``Replayer`` does this for each request without a recorded response.
  public init(request: Request, explanation: String, nearest: [NearMiss]) {
    self.request = request
    self.explanation = explanation
    self.nearest = nearest
  }

  /// The response that the client receives, with the reason in its body and in
  /// `X-Ghostlight-Reason`.
  ///
  /// Its status is 501, which clients do not retry.
  public var response: Response {
    .missed(explanation, nearest: nearest.map(\.description))
  }
}

extension Response {
  /// Returns the response to a request that matches no recorded one or no interaction, with the
  /// reason and the nearest of them.
  package static func missed(_ explanation: String, nearest: [String]) -> Response {
    var response = Response.json(
      .notImplemented,
      ["error": .string(explanation), "nearest": .array(nearest.map(JSON.string))])
    response.headers[.ghostlightReason] = HeaderText.print(explanation)
    return response
  }
}

extension ReplayMiss: CustomStringConvertible {
  /// The explanation, followed by an indented line for each similar exchange.
  public var description: String {
    ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// A recorded exchange that a request nearly matches.
///
/// The differences show what to change in the request, the matcher or the recording. They are empty
/// if the request matches, but the policy allows no further response.
public struct NearMiss: Sendable, Hashable {
  /// The recorded exchange; if several are identical, the first one.
  public var entry: ReplayEntry
  /// The differences between the request and the entry; empty if all responses of the entry were
  /// used.
  public var differences: [MatchDifference]

  /// Creates a near miss from a recorded exchange and its differences from the request.
  public init(_ entry: ReplayEntry, _ differences: [MatchDifference]) {
    self.entry = entry
    self.differences = differences
  }

  /// The sum of the differences' weights; the most similar exchange has the smallest sum.
  var distance: Int { differences.reduce(0) { $0 + $1.weight } }
}

extension NearMiss: CustomStringConvertible {
  /// The near miss in one line: the exchange, followed by up to five differences.
  public var description: String {
    guard !differences.isEmpty else { return "\(entry): used up" }
    let named = differences.prefix(5).map(\.description).joined(separator: "; ")
    let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
    return "\(entry): \(named)\(more)"
  }
}

/// The behavior after all recorded responses to a request were used.
///
/// A ``Replayer`` has a default policy. If the last of several identical exchanges has the note
/// `_replay`, the policy named by the note is used for that request instead. The note's value is
/// the name of a case.
public enum ReplayPolicy: String, Sendable, Hashable, CaseIterable {
  /// Each response is used once; after that, the request is a miss.
  case once
  /// After the last response was used, it is repeated.
  case last
  /// After the last response was used, all responses are repeated in order.
  case cycle
}
