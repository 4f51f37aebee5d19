import Foundation

/// What the generator says.
enum Terminal {
  /// Prints a line to standard output, at once.
  static func print(_ text: String) { write(text, to: .standardOutput) }

  /// Prints a line to standard error.
  static func complain(_ text: String) { write("egf2gen: \(text)", to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // Whoever reads may be gone; then there is nobody to tell.
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }
}
