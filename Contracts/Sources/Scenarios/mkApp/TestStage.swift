import Ghostlight
import TestExecutors

/// A stage with a Mia-Platform project.
extension TestStage {
  static let opening: Int64 = 1_504_601_266_703

  /// Creates a stage with the provider states of a scenario.
  init(_ scenario: Scenario) throws {
    try self.init([.mia()], at: Self.opening)
    try setUp(scenario.states, in: "mia")
  }
}
