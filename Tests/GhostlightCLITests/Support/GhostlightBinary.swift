import Foundation
import TestSupport

/// Finds the command line's binary, which is built into the folder of the tests.
enum GhostlightBinary {
  static let url = BuiltProgram.url("ghostlight")
}
