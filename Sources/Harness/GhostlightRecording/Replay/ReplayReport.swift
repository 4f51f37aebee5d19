public import GhostlightCore
import HTTPTypes

/// The result of a replay: which requests got a recorded response, and which exchanges were not
/// used.
///
/// Read it from ``Replayer/report`` at the end of a test. A strict test asserts ``isClean``;
/// ``description`` lists the problems for a person.
public struct ReplayReport: Sendable, Hashable {
  /// The number of exchanges in the recording.
  public var recorded: Int
  /// The number of requests that got a recorded response.
  public var served: Int
  /// The first thousand requests without a recorded response.
  public var misses: [ReplayMiss]
  /// The number of all requests without a recorded response.
  public var missCount: Int
  /// The exchanges that no request used, in the order recorded.
  public var unused: [ReplayEntry]
  /// Errors in the recording, such as an unknown policy, with remedies.
  public var problems: [String]
  /// Warnings about responses that may be from another server, because the request named none; the
  /// first twenty.
  public var warnings: [String]

  /// Creates a report.
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
  /// A line with the counts, then misses and unused exchanges, up to twenty of each.
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

  private static func listed(_ lines: [String], of count: Int) -> [String] {
    let shown = Array(lines.prefix(20))
    return shown.count < count ? shown + ["and \(count - shown.count) more"] : shown
  }
}

/// An exchange of a recording, as a report names it.
///
/// Its number is the position in the file, so that a person finds the entry. A ``ReplayReport``
/// lists unused entries, and a ``NearMiss`` an entry that a request nearly matches.
public struct ReplayEntry: Sendable, Hashable {
  /// The number of the exchange, from 1.
  public var number: Int
  /// The request in its normalized form, as the replayer compares it.
  public var request: Request

  /// Creates an entry.
  public init(number: Int, request: Request) {
    self.number = number
    self.request = request
  }
}

extension ReplayEntry: CustomStringConvertible {
  /// A text such as `entry 3, GET /todo`.
  public var description: String {
    "entry \(number), \(request.line.shortened)"
  }
}

/// A request without a recorded response, and the reason.
///
/// The client gets its ``response``, which explains the miss. ``ReplayReport/misses`` collects
/// them, so that a test shows what to record again or to ignore in the ``Matcher``.
public struct ReplayMiss: Sendable, Hashable {
  /// The request in its normalized form, as the replayer compares it.
  public var request: Request
  /// The reason and a remedy, in one line.
  public var explanation: String
  /// The most similar recorded exchanges, at most three, the nearest first.
  public var nearest: [NearMiss]

  /// Creates a miss.
  public init(request: Request, explanation: String, nearest: [NearMiss]) {
    self.request = request
    self.explanation = explanation
    self.nearest = nearest
  }

  /// The response for the client: 501, which no client retries, with the reason in its body and
  /// `X-Ghostlight-Reason`.
  public var response: Response {
    let body: JSON = [
      "error": .string(explanation),
      "nearest": .array(nearest.map { .string($0.description) }),
    ]
    var response = Response.json(.notImplemented, body)
    response.headers[.ghostlightReason] = HeaderText.print(explanation)
    return response
  }
}

extension ReplayMiss: CustomStringConvertible {
  /// The explanation, then each near exchange on an indented line.
  public var description: String {
    ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// A recorded exchange that a request nearly matches.
///
/// Its differences show what to change in the request, the matcher or the recording. They are empty
/// if the request matches, but the policy allows no further response.
public struct NearMiss: Sendable, Hashable {
  /// The exchange; the first one, if several are identical.
  public var entry: ReplayEntry
  /// The differences between the request and the entry; empty if all responses of the entry were
  /// used up.
  public var differences: [MatchDifference]

  /// Creates a near miss.
  public init(_ entry: ReplayEntry, _ differences: [MatchDifference]) {
    self.entry = entry
    self.differences = differences
  }

  /// The sum of the weights of the differences; the nearest exchange has the smallest.
  var distance: Int { differences.reduce(0) { $0 + $1.weight } }
}

extension NearMiss: CustomStringConvertible {
  /// A text such as `entry 3, GET /todo: query: priority[gte] is 2, recorded 3`.
  public var description: String {
    guard !differences.isEmpty else { return "\(entry): used up" }
    let named = differences.prefix(5).map(\.description).joined(separator: "; ")
    let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
    return "\(entry): \(named)\(more)"
  }
}

/// The behaviour when all recorded responses to a request were used.
///
/// A ``Replayer`` has a default policy. The note `_replay` of the last identical exchange overrides
/// it, with the name of a case as its value.
public enum ReplayPolicy: String, Sendable, Hashable, CaseIterable {
  /// Each response is used once; after that, the request is a miss.
  case once
  /// The last response is repeated.
  case last
  /// The responses are repeated from the first one.
  case cycle
}
