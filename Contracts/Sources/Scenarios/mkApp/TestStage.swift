import Ghostlight
import TestExecutors

/// A project.
extension TestStage {
  static let opening: Int64 = 1_504_601_266_703

  /// Sets the stage for a scenario.
  init(_ scenario: Scenario) throws {
    try self.init([.mia()], at: Self.opening)
    try setUp(scenario.states, in: "mia")
  }
}
