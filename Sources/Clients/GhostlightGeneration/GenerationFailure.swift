/// Why a generator's program ends without having done its work.
package struct GenerationFailure: Error, Sendable, Hashable {
  /// How the program ends, by the numbers of `sysexits.h` where it has one.
  package enum Status: Int32, Sendable {
    /// A file differs with `--check`, or cannot be written.
    case output = 1
    /// A wrong option or answer.
    case usage = 64
    /// The input is missing or broken.
    case input = 65
  }

  /// The exit code.
  package let status: Status
  /// What is wrong, a line each.
  package let lines: [String]

  /// A failure with an exit code and its lines.
  package init(_ status: Status, _ lines: String...) {
    self.init(status, lines: lines)
  }

  /// The same with lines that were collected.
  package init(_ status: Status, lines: [String]) {
    self.status = status
    self.lines = lines
  }
}
