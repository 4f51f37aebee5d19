/// What happens when a recording's answers to a request are used up.
public enum ReplayPolicy: String, Sendable, Hashable, CaseIterable {
  /// Each answer is given once; then the request is a miss.
  case once
  /// The last answer is given again and again.
  case last
  /// The answers begin again with the first.
  case cycle
}
