import Foundation

/// How the program fails.
enum StandardError {
  static func print(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  static func exit() -> Never { Foundation.exit(1) }
}
