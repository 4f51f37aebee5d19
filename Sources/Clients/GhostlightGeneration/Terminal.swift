import Foundation

/// What a generator's program says.
package struct Terminal: Sendable {
  /// The name of the program.
  package let command: String

  /// The terminal of a program.
  package init(_ command: String) { self.command = command }

  /// Prints a line to standard output, at once.
  package func print(_ text: String) { write(text, to: .standardOutput) }

  /// Prints a line to standard error, behind the program's name.
  package func complain(_ text: String) { write("\(command): \(text)", to: .standardError) }

  /// Runs the program's work: what is wrong is said.
  ///
  /// - Returns: The exit code of a failure, or `nil`.
  package func failure(of work: () throws(GenerationFailure) -> Void) -> Int32? {
    do throws(GenerationFailure) {
      try work()
      return nil
    } catch {
      for line in error.lines { complain(line) }
      return error.status.rawValue
    }
  }

  private func write(_ text: String, to handle: FileHandle) {
    // Whoever reads may be gone; then there is nobody to tell.
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }
}
