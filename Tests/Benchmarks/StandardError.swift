import Foundation

/// Prints the errors of the program.
enum StandardError {
  static func print(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  static func exit() -> Never { Foundation.exit(1) }
}
