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

  /// Makes a report.
  public init(
    recorded: Int, served: Int = 0, misses: [ReplayMiss] = [], missCount: Int? = nil,
    unused: [ReplayEntry] = [], problems: [String] = []
  ) {
    self.recorded = recorded
    self.served = served
    self.misses = misses
    self.missCount = missCount ?? misses.count
    self.unused = unused
    self.problems = problems
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
