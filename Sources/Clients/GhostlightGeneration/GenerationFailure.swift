/// The reason why the program of a generator fails.
package struct GenerationFailure: Error, Sendable, Hashable {
  /// The exit code of the program.
  ///
  /// The numbers are those of `sysexits.h` if it has one.
  package enum Status: Int32, Sendable {
    /// A file differs with `--check`, or it cannot be written.
    case output = 1
    /// An option or an answer is not valid.
    case usage = 64
    /// The input is missing or not valid.
    case input = 65
  }

  package let status: Status
  /// The problems, one line each.
  package let lines: [String]

  /// Creates a failure with an exit code and its lines.
  package init(_ status: Status, _ lines: String...) {
    self.init(status, lines: lines)
  }

  /// Creates a failure with an array of lines.
  package init(_ status: Status, lines: [String]) {
    self.status = status
    self.lines = lines
  }
}
