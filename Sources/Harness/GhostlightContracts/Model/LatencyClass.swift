/// How long an answer may take, real time and injected delay together.
public enum LatencyClass: String, Sendable, Hashable, CaseIterable {
  /// A person does not notice: a second at most, on a loaded machine.
  case instant
  /// A person waits for it: ten seconds at most.
  case prompt
  /// A person does something else: a minute at most.
  case slow

  /// The longest that it may take, in milliseconds.
  public var limitMilliseconds: Int {
    switch self {
    case .instant: 1000
    case .prompt: 10_000
    case .slow: 60_000
    }
  }
}
