public import GhostlightCore
import HTTPTypes

/// What became of a recording that was replayed.
public struct ReplayReport: Sendable, Hashable {
  /// How many exchanges the recording holds.
  public var recorded: Int
  /// How many requests were answered from it.
  public var served: Int
  /// The first thousand requests that were not.
  public var misses: [ReplayMiss]
  /// How many requests were not.
  public var missCount: Int
  /// The exchanges that no request asked for, in the order recorded.
  public var unused: [ReplayEntry]
  /// What the recording says wrongly, such as a policy that does not exist; with its remedy.
  public var problems: [String]
  /// Which answers may be another server's, as the requests named none; the first twenty.
  public var warnings: [String]

  /// Makes a report.
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

  /// Whether every request was answered and every exchange asked for.
  public var isClean: Bool { missCount == 0 && unused.isEmpty && problems.isEmpty }
}

extension ReplayReport: CustomStringConvertible {
  /// A line with the numbers, then each miss and each unused exchange; of many, the first twenty.
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

/// An exchange of a recording, as reports name it.
public struct ReplayEntry: Sendable, Hashable {
  /// Which one it is, the first being 1.
  public var number: Int
  /// What was asked, as the replayer compares it.
  public var request: Request

  /// Makes an entry.
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

/// A request that a recording has no answer to, and why.
public struct ReplayMiss: Sendable, Hashable {
  /// What was asked, as the replayer compares it.
  public var request: Request
  /// Why there is no answer and what to do, in one line.
  public var explanation: String
  /// The nearest recorded exchanges, the nearest first; three at most.
  public var nearest: [NearMiss]

  /// Makes a miss.
  public init(request: Request, explanation: String, nearest: [NearMiss]) {
    self.request = request
    self.explanation = explanation
    self.nearest = nearest
  }

  /// What the client gets: 501, which no client retries, and why in body and `X-Ghostlight-Reason`.
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
  /// The explanation, then each near exchange on a line of its own, indented.
  public var description: String {
    ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// A recorded exchange that a request nearly is.
public struct NearMiss: Sendable, Hashable {
  /// The exchange; of identical ones, the first.
  public var entry: ReplayEntry
  /// What keeps them apart; empty where all answers to it were used up.
  public var differences: [MatchDifference]

  /// Makes a near entry.
  public init(_ entry: ReplayEntry, _ differences: [MatchDifference]) {
    self.entry = entry
    self.differences = differences
  }

  /// Small for near.
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

/// What happens when a recording's answers to a request are used up.
public enum ReplayPolicy: String, Sendable, Hashable, CaseIterable {
  /// Each answer is given once; then the request is a miss.
  case once
  /// The last answer is given again and again.
  case last
  /// The answers begin again with the first.
  case cycle
}
