/// Where an answer breaks a promise.
public struct ContractFailure: Sendable, Hashable {
  /// The part of the answer: `status`, `header Content-Type`, `$.notes[1].title`, or the run itself.
  public var place: String
  /// What was promised, in words or as JSON.
  public var expected: String
  /// What came.
  public var actual: String

  /// Makes a failure.
  public init(at place: String, expected: String, actual: String) {
    self.place = place
    self.expected = expected
    self.actual = actual
  }
}
