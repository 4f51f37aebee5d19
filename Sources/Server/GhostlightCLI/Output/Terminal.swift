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

/// Prints all text of the commands.
///
/// Control characters are escaped, because commands print texts of files, clients and servers. Our
/// own colours are styles of a ``TerminalText``.
enum Terminal {
  /// Whether standard output is a terminal that may be coloured.
  static var isColored: Bool {
    isTerminal(STDOUT_FILENO) && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
  }

  /// Whether standard error is a terminal, on which a line can be overwritten.
  static var showsProgress: Bool { isTerminal(STDERR_FILENO) }

  private static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Prints a line to standard output, without buffering.
  static func print(_ text: String) { print(TerminalText(text)) }

  /// Prints a line to standard output, without buffering, with colours if the terminal allows them.
  static func print(_ text: TerminalText) {
    write(text.rendered(isColored: isColored) + "\n", to: STDOUT_FILENO)
  }

  /// Prints a line that begins with `ghostlight:` to standard error.
  static func complain(_ text: String) { report("ghostlight: \(text)") }

  /// Prints a line to standard error, unchanged.
  static func report(_ text: String) {
    write(TerminalText.escape(text) + "\n", to: STDERR_FILENO)
  }

  /// Prints a text about progress to standard error.
  ///
  /// It does not end the line. If it begins with `\r`, it overwrites the current line.
  static func show(_ text: String) {
    let isOver = text.utf8.first == UInt8(ascii: "\r")
    let shown = TerminalText.escape(isOver ? String(text.unicodeScalars.dropFirst()) : text)
    write(isOver ? "\r" + shown : shown, to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes bytes until all are written or the reader has closed its end.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = SystemCalls.write(descriptor, rest)
      if count < 0, errno == EINTR { continue }
      // If the reader has closed its end, the error cannot be reported either.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// The system's functions whose names collide with those of commands.
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

  /// Writes some of the bytes; returns their number, or less than 0 with the reason in `errno`.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes {
      #if canImport(Darwin)
        Darwin.write(descriptor, $0.baseAddress, $0.count)
      #else
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      #endif
    }
  }

  /// Reads one byte; returns the same as the system's `read`.
  static func readByte(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &byte, 1)
    #else
      Glibc.read(descriptor, &byte, 1)
    #endif
  }

  /// Returns the description of a Foundation error, from the system if it has one.
  static func words(for error: any Error) -> String {
    guard let reason = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(reason.code.rawValue))
  }

  /// Runs a closure on a new thread, which may block for any time.
  static func detachThread(_ body: @escaping @Sendable () -> Void) {
    final class Body: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
      static func enter(_ argument: UnsafeMutableRawPointer?) {
        guard let argument else { return }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
      }
    }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let argument = Unmanaged.passRetained(Body(body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        Body.enter(argument)
        return nil
      }, argument.toOpaque())
    if code != 0 { argument.release() }
  }
}

/// The format of a command's result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// Rows of text in aligned columns.
struct Table {
  private var rows: [[String]]

  init(_ header: String...) { rows = [header] }

  /// Adds a row; line ends in its cells are escaped.
  mutating func add(_ cells: String...) {
    rows.append(cells.map { TerminalText.escape($0, isOneLine: true) })
  }

  /// The table with two spaces between columns; only the header if there are no rows.
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
