import Ghostlight
import TestExecutors

/// A stage with an EGF2 back end.
extension TestStage {
  /// 2017-01-20T09:15:00.123Z, in milliseconds since 1970.
  package static let opening: Int64 = 1_484_903_700_123

  /// Creates a stage with the provider states of a scenario.
  init(_ scenario: Scenario) throws {
    try self.init([.egf2()], at: Self.opening)
    try setUp(scenario.states, in: "egf2")
  }
}
