import Foundation
import TestSupport

/// Finds the `ghostlight` binary, which is built into the same folder as the tests.
enum GhostlightBinary {
  static let url = BuiltProgram.url("ghostlight")
}
