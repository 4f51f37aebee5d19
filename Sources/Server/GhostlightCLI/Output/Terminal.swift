import ArgumentParser
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

  /// Prints a line to standard error as it is.
  static func report(_ text: String) { write(text, to: .standardError) }

  private static func write(_ text: String, to handle: FileHandle) {
    // Whoever reads may be gone; then there is nobody to tell.
    try? handle.write(contentsOf: Data((text + "\n").utf8))
  }
}

/// How a command prints its result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// Rows of text with columns as wide as they need.
struct Table {
  private var rows: [[String]]

  init(_ header: String...) { rows = [header] }

  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The table with two spaces between columns; only the header where there are no rows.
  var text: String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ").trimmedEnd
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
