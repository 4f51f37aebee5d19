public import GhostlightCore
import HTTPTypes

/// A request that no interaction fits, and why.
public struct ContractMiss: Sendable, Hashable, CustomStringConvertible {
  /// Why there is no answer, in one line.
  public var explanation: String
  /// The nearest interactions with what differs, the nearest first; three at most.
  public var nearest: [String]

  /// What the client gets: 501, which no client retries, and why in body and `X-Ghostlight-Reason`.
  public var response: Response {
    let body: JSON = [
      "error": .string(explanation), "nearest": .array(nearest.map(JSON.string)),
    ]
    var response = Response.json(.notImplemented, body)
    response.headers[.ghostlightReason] = HeaderText.print(explanation)
    return response
  }

  /// The explanation, then each near interaction on a line of its own, indented.
  public var description: String {
    ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// What became of contracts that answered as a stub.
public struct ContractStubReport: Sendable, Hashable, CustomStringConvertible {
  /// How many interactions there are.
  public var interactions: Int
  /// How many requests were answered.
  public var served: Int
  /// The first thousand requests that were not.
  public var misses: [ContractMiss]
  /// How many requests were not.
  public var missCount: Int
  /// The interactions that no request asked for, in the order of the files.
  public var unused: [String]

  /// A line with the numbers, then each miss and each unused interaction; of many, the first twenty.
  public var description: String {
    let head =
      "\(served) answered from \(interactions) \(interactions == 1 ? "interaction" : "interactions"), "
      + "\(missCount) missed, \(unused.count) unused"
    return
      ([head] + listed(misses.map { "missed: \($0)" }, of: missCount)
      + listed(unused.map { "unused: \($0)" }, of: unused.count)).joined(separator: "\n")
  }

  private func listed(_ lines: [String], of count: Int) -> [String] {
    let shown = Array(lines.prefix(20))
    return shown.count < count ? shown + ["and \(count - shown.count) more"] : shown
  }
}

/// Finds the interactions that a request nearly is; in a time that is bounded.
struct NearestInteractions {
  private let stub: ContractStub
  private let request: Request
  private let segments: [Substring]

  /// How many interactions are compared in full, how many named, with how many differences.
  private static let (comparisons, names, differences) = (24, 3, 4)

  init(_ stub: ContractStub, _ request: Request) {
    self.stub = stub
    self.request = request
    segments = Self.segments(request.target.rawPath)
  }

  /// Says why nothing answers: no interaction fits, or only in other states.
  func miss(fitting: [Int], given states: [String]?) -> ContractMiss {
    guard let first = fitting.first else {
      let nearest = nearest()
      let hint = nearest.first.map { "nearest is \($0)" } ?? "there are no interactions"
      return ContractMiss(
        explanation: "\(line) is not in the contract; \(hint)", nearest: nearest)
    }
    let entry = stub.entries[first]
    let held = (states ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
    return ContractMiss(
      explanation:
        "\(line) is in the contract, but given \(entry.stateNames); what holds here: "
        + "\(held.isEmpty ? "no state" : held)",
      nearest: fitting.prefix(Self.names).map { stub.entries[$0].title })
  }

  private var line: String {
    let target = request.target.raw
    return "\(request.method.rawValue) \(target.prefix(200))" + (target.count > 200 ? "…" : "")
  }

  private func nearest() -> [String] {
    let rough = stub.entries.indices.map { ($0, roughDistance(stub.entries[$0])) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let rated = rough.prefix(Self.comparisons).map { index, distance in
      let failures = stub.entries[index].check.failures(of: request)
      return (index, 4 * distance + failures.count, failures)
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return rated.prefix(Self.names).map { index, _, failures in
      let named = failures.prefix(Self.differences).map(\.mismatch).joined(separator: "; ")
      let more = failures.count - Self.differences
      return stub.entries[index].title + ": " + named + (more > 0 ? "; and \(more) more" : "")
    }
  }

  /// How many segments of the path differ, and whether the method does.
  private func roughDistance(_ entry: ContractStub.Entry) -> Int {
    let wanted = Self.segments(entry.interaction.request.path)
    let method = entry.interaction.request.method == request.method.rawValue ? 0 : 1
    guard !entry.check.isAbout(request) else { return method }
    let unequal = zip(wanted, segments).count { $0 != $1 }
    return method + unequal + abs(wanted.count - segments.count)
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }
}

extension ContractFailure {
  /// Such as `$.title is "y", expected "x"`; long values are cut.
  fileprivate var mismatch: String {
    let found = actual == "nothing" ? "is missing" : "is \(Self.cut(actual))"
    return "\(place) \(found), expected \(Self.cut(expected))"
  }

  private static func cut(_ text: String) -> String {
    text.count <= 120 ? text : text.prefix(120) + "…"
  }
}
