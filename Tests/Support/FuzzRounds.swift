import Foundation

/// The amount of work of tests with random requests.
package enum FuzzRounds {
  /// The number of rounds of each test: the environment variable `GHOSTLIGHT_FUZZ_ROUNDS`, or 1.
  package static let count =
    ProcessInfo.processInfo.environment["GHOSTLIGHT_FUZZ_ROUNDS"].flatMap(Int.init) ?? 1
}
