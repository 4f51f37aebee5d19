/// One thing that keeps a request from being the recorded one.
public struct MatchDifference: Sendable, Hashable {
  /// The part of the matcher that saw it: `query`.
  public let part: String
  /// Where in the part: a parameter, a header field, a JSON path; `nil` for the whole of it.
  public let place: String?
  /// What the request has there; `nil` where it has nothing.
  public let actual: String?
  /// What was recorded there; `nil` where there was nothing, both where a closure decided.
  public let recorded: String?
  /// How far it puts the two apart, for ranking: 1 for a detail, more for what names a resource.
  let weight: Int

  /// Makes a difference, a detail unless a greater weight is given.
  public init(
    _ part: String, at place: String? = nil, actual: String?, recorded: String?, weight: Int = 1
  ) {
    self.part = part
    self.place = place
    self.actual = actual
    self.recorded = recorded
    self.weight = weight
  }
}

extension MatchDifference: CustomStringConvertible {
  /// One line such as `query: priority[gte] is 2, recorded 3`; long values are cut.
  public var description: String {
    let subject = place.map { "\(part): \($0)" } ?? part
    guard actual != nil || recorded != nil else { return "\(subject) does not match" }
    let found = actual.map { "is \($0.shortened)" } ?? "is missing"
    return "\(subject) \(found), recorded \(recorded.map(\.shortened) ?? "without")"
  }
}
