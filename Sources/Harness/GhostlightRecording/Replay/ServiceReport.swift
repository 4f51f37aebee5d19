public import GhostlightCore
import HTTPTypes

/// The requests that a recording or contracts served and missed, and the entries that were not used.
///
/// Read it from ``Replayer/report`` at the end of a test; stubs of contracts have the same report. A
/// strict test asserts ``isClean``. The ``description`` lists the problems for people.
public struct ServiceReport: Sendable, Hashable {
  /// The kind of a service, which gives its entries their name.
  public enum Source: String, Sendable, Hashable {
    /// Recorded exchanges.
    case recording
    /// The interactions of contracts.
    case contract
    /// The routes of an emulator.
    case emulator
  }

  /// The kind of the service.
  public var source: Source
  /// The number of entries: recorded exchanges, interactions or routes.
  public var entries: Int
  /// The number of requests that got the response of an entry.
  public var served: Int
  /// The number of requests that the service's upstream responded to.
  public var forwarded: Int
  /// The first 1,000 requests without a response, because a client may retry forever.
  public private(set) var misses: [ServiceMiss]
  /// The total number of requests without a response.
  public private(set) var missCount: Int
  /// The entries that no request used, in the order of the files, such as `entry 3, GET /todo`.
  public var unused: [String]
  /// Errors in the recording, such as an unknown replay policy, each with a remedy.
  public var problems: [String]
  /// The first 20 warnings about responses that may belong to another server, because the request
  /// named none.
  public private(set) var warnings: [String] = []

  package static let mostWarnings = 20

  /// Creates a report of requests that were all served.
  public init(
    of source: Source, entries: Int, served: Int = 0, unused: [String] = [], problems: [String] = []
  ) {
    (self.source, self.entries, self.served) = (source, entries, served)
    (self.unused, self.problems) = (unused, problems)
    (misses, missCount, forwarded) = ([], 0, 0)
  }

  /// Counts a request without a response.
  package mutating func add(_ miss: ServiceMiss) {
    missCount += 1
    if misses.count < 1000 { misses.append(miss) }
  }

  /// Adds a warning, unless the report has it, or has too many.
  package mutating func add(warning: String) {
    guard warnings.count < Self.mostWarnings, !warnings.contains(warning) else { return }
    warnings.append(warning)
  }

  /// Whether every request got a response, every entry was used, and there are no problems.
  public var isClean: Bool { missCount == 0 && unused.isEmpty && problems.isEmpty }

  /// The number of entries with its name, such as `5 recorded` or `1 interaction`.
  package var total: String {
    switch source {
    case .recording: "\(entries) recorded"
    case .contract: "\(entries) \(entries == 1 ? "interaction" : "interactions")"
    case .emulator: "\(entries) \(entries == 1 ? "route" : "routes")"
    }
  }

  /// The report for programs.
  package var json: JSONObject {
    let name =
      switch source {
      case .recording: "recorded"
      case .contract: "interactions"
      case .emulator: "routes"
      }
    return [
      name: .integer(Int64(entries)), "served": .integer(Int64(served)),
      "missed": .integer(Int64(missCount)),
      "misses": .array(misses.map { .string($0.explanation) }),
      "unused": .array(unused.map(JSON.string)),
    ]
  }
}

extension ServiceReport: CustomStringConvertible {
  /// The counts on one line, followed by warnings, problems, misses and unused entries, up to 20 of
  /// each.
  public var description: String {
    var lines = ["\(served) answered from \(total), \(missCount) missed, \(unused.count) unused"]
    lines += warnings.map { "warning: \($0)" }
    lines += Self.listed(problems.map { "problem: \($0)" }, of: problems.count)
    lines += Self.listed(misses.map { "missed: \($0)" }, of: missCount)
    lines += Self.listed(unused.map { "unused: \($0)" }, of: unused.count)
    return lines.joined(separator: "\n")
  }

  /// Returns the first 20 lines, followed by the number of further ones out of `count`.
  private static func listed(_ lines: [String], of count: Int) -> [String] {
    let shown = Array(lines.prefix(20))
    return shown.count < count ? shown + ["and \(count - shown.count) more"] : shown
  }
}

/// A request for which a service has no response, and the reason.
///
/// ``ServiceReport/misses`` collects misses, so that a test shows what to record again, to add to a
/// contract, or to ignore in the ``Matcher``.
public struct ServiceMiss: Sendable, Hashable {
  /// The reason why no response was found, with a remedy or the nearest entry, in one line.
  public let explanation: String
  /// The nearest recorded exchanges or interactions with their differences from the request, nearest
  /// first; at most three.
  public let nearest: [String]

  package init(_ explanation: String, nearest: [String]) {
    (self.explanation, self.nearest) = (explanation, nearest)
  }

  /// The response for the client: status 501, which clients do not retry.
  ///
  /// Its body and its header field `X-Ghostlight-Reason` have the explanation.
  public var response: Response {
    var response = Response.json(
      .notImplemented,
      ["error": .string(explanation), "nearest": .array(nearest.map(JSON.string))])
    response.headers[.ghostlightReason] = HeaderText.print(explanation)
    return response
  }
}

extension ServiceMiss: CustomStringConvertible {
  /// The explanation, followed by an indented line for each of the nearest entries.
  public var description: String {
    ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n")
  }
}
