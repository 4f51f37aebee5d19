import ArgumentParser
import GhostlightCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints all output of the commands.
///
/// Control characters are escaped, because commands print strings from files, clients and servers.
/// Colours are added only by styles of a ``TerminalText``.
enum Terminal {
  /// Whether standard output is a terminal and colours are not disabled.
  static var isColored: Bool {
    isTerminal(STDOUT_FILENO) && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Whether standard error is a terminal, where a progress line can be overwritten.
  static var showsProgress: Bool { isTerminal(STDERR_FILENO) }

  private static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Prints a line to standard output, without buffering.
  static func print(_ text: String) { print(TerminalText(text)) }

  /// Prints a line to standard output, without buffering; coloured if the terminal allows it.
  static func print(_ text: TerminalText) {
    write(text.rendered(isColored: isColored) + "\n", to: STDOUT_FILENO)
  }

  /// Prints a line that begins with `ghostlight:` to standard error.
  static func complain(_ text: String) { report("ghostlight: \(text)") }

  /// Receives the lines for standard error in tests that run commands in their own process.
  @TaskLocal static var reader: (@Sendable (String) -> Void)?

  /// Prints a line to standard error, without a prefix.
  static func report(_ text: String) {
    let line = TerminalText.escape(text) + "\n"
    if let reader { reader(line) } else { write(line, to: STDERR_FILENO) }
  }

  /// Prints progress text to standard error without ending the line.
  ///
  /// Text that begins with `\r` overwrites the current line.
  static func show(_ text: String) {
    let isOver = text.utf8.first == UInt8(ascii: "\r")
    let shown = TerminalText.escape(isOver ? String(text.unicodeScalars.dropFirst()) : text)
    write(isOver ? "\r" + shown : shown, to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes all bytes, or stops when the reader has closed its end.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = SystemCalls.write(descriptor, rest)
      if count < 0, errno == EINTR { continue }
      // If the reader has closed its end, there is no place to report the error.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// System functions whose names collide with methods of commands.
enum SystemCalls {
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #else
      Glibc.exit(code)
    #endif
  }

  static func kill(_ process: pid_t, _ signal: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(process, signal)
    #else
      _ = Glibc.kill(process, signal)
    #endif
  }

  /// Writes some of the bytes; returns their number, or a negative number and sets `errno`.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes {
      #if canImport(Darwin)
        Darwin.write(descriptor, $0.baseAddress, $0.count)
      #else
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      #endif
    }
  }

  /// Reads one byte; the result is that of the system's `read`.
  static func readByte(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &byte, 1)
    #else
      Glibc.read(descriptor, &byte, 1)
    #endif
  }

  /// Returns a message for a Foundation error: the system's message, if there is one.
  static func words(for error: any Error) -> String {
    guard let reason = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(reason.code.rawValue))
  }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// Rows of text in aligned columns.
struct Table {
  private var rows: [[String]]

  init(_ header: String...) { rows = [header] }

  /// Adds a row; line breaks in its cells are escaped.
  mutating func add(_ cells: String...) {
    rows.append(cells.map { TerminalText.escape($0, isOneLine: true) })
  }

  /// The formatted table, with two spaces between columns; only the header row if there are no
  /// others.
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
