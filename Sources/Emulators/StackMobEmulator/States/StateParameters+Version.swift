import GhostlightCore
import GhostlightEmulation

extension StateParameters {
  /// The API version, 0 unless given.
  ///
  /// - Throws: A problem where it is no whole number from 0.
  func version() throws(ProviderStateProblem) -> Int {
    guard let value = value("version") else { return 0 }
    guard let version = value.integer, (0...1_000_000).contains(version) else {
      throw ProviderStateProblem("the parameter \"version\" must be a whole number from 0")
    }
    return Int(version)
  }
}
