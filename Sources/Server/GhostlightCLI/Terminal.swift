import Foundation

/// What the command line prints, and whether somebody looks.
enum Terminal {
  /// Whether standard output is a terminal that may be coloured.
  static var isColored: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Prints a line to standard output, at once.
  static func print(_ text: String) { write(text, to: .standardOutput) }

  /// Prints a line to standard error.
  static func complain(_ text: String) { write("ghostlight: \(text)", to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // Whoever reads may be gone; then there is nobody to tell.
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }
}
