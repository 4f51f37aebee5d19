/// Who answers a test that has a recording.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// The recording alone; what it does not hold and what nobody asks for is an issue.
  case strict
  /// The recording where it can, else what was recorded from.
  case spy
  /// What was recorded from; the file is not read.
  case live
}
