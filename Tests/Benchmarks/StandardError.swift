import Foundation

/// Prints error messages, and ends the program with a failure.
enum StandardError {
  static func print(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  static func exit() -> Never { Foundation.exit(1) }
}
