import Foundation
import TestSupport

/// The command line's binary, which is built beside the tests.
enum GhostlightBinary {
  static let url = BuiltProgram.url("ghostlight")
}
