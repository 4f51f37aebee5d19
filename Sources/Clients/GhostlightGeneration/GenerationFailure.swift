/// The reason why a generator's command-line program fails.
package struct GenerationFailure: Error, Sendable, Hashable {
  /// The exit code of the program.
  ///
  /// The values are those of `sysexits.h` if that header defines a suitable code.
  package enum Status: Int32, Sendable {
    /// With `--check`, a file differs from the generated one; or a file cannot be written.
    case output = 1
    /// An option or an interactive answer is invalid.
    case usage = 64
    /// An input file is missing or invalid.
    case input = 65
  }

  package let status: Status
  /// The problems, one per line.
  package let lines: [String]

  package init(_ status: Status, _ lines: String...) {
    self.init(status, lines: lines)
  }

  package init(_ status: Status, lines: [String]) {
    self.status = status
    self.lines = lines
  }
}
