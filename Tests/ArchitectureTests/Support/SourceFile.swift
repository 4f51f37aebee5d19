import Foundation
import Testing

/// A Swift file of the repository, with and without comments and the contents of string literals.
struct SourceFile: Sendable, Hashable, CustomTestStringConvertible {
  /// The path relative to the root of the repository, such as
  /// `Sources/Core/GhostlightCore/JSON/JSON.swift`.
  let path: String
  /// The lines of the file.
  let lines: [String]
  /// The same lines without comments and the contents of string literals.
  let code: [String]

  init?(path: String, in root: URL) {
    guard let data = try? Data(contentsOf: root.appendingPathComponent(path)) else { return nil }
    self.path = path
    lines = Self.lines(Array(data))
    code = Self.lines(CodeOnly.blank(Array(data)))
  }

  init(path: String, text: String) {
    self.path = path
    lines = Self.lines(Array(text.utf8))
    code = Self.lines(CodeOnly.blank(Array(text.utf8)))
  }

  var testDescription: String { path }

  /// The file's name without its extension, such as `JSON+Parsing` for `JSON+Parsing.swift`.
  var stem: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

  /// The target that contains the file, or `nil` for a file of tests.
  var target: TargetFolder? {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.first == "Sources", parts.count > 3 else { return nil }
    return TargetFolder(layer: parts[1], name: parts[2])
  }

  /// The lines without leading and trailing spaces.
  var trimmed: [Substring.UTF8View] {
    lines.map { line in
      var text = line.utf8.drop { $0 == UInt8(ascii: " ") }
      while text.last == UInt8(ascii: " ") { text.removeLast() }
      return text
    }
  }

  /// The number of lines that are neither blank nor comments.
  var codeLineCount: Int { trimmed.count { !$0.isEmpty && !$0.starts(with: "//".utf8) } }

  /// Records an issue at a line of this file.
  func fail(line: Int, _ message: String) {
    Issue.record(
      "\(path):\(line): \(message)",
      sourceLocation: SourceLocation(
        fileID: "Repository/\(stem).swift", filePath: path, line: line, column: 1))
  }

  /// Returns the numbers, from 1, of the lines on which `pattern` is at the start of a word,
  /// ignoring comments and string literals.
  func codeLines(with pattern: String) -> [Int] { Self.lines(of: code, with: pattern) }

  /// Returns the numbers, from 1, of the lines on which `pattern` is at the start of a word,
  /// including comments.
  func textLines(with pattern: String) -> [Int] { Self.lines(of: lines, with: pattern) }

  private static func lines(of lines: [String], with pattern: String) -> [Int] {
    lines.indices.filter { holds(lines[$0], pattern) }.map { $0 + 1 }
  }

  private static func holds(_ line: String, _ pattern: String) -> Bool {
    // Most lines end here: this is many times faster than the search of Foundation.
    guard line.withCString({ strstr($0, pattern) }) != nil else { return false }
    var rest = line[...]
    while let found = rest.range(of: pattern) {
      let before = line[..<found.lowerBound].last
      let isPart = before.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      if !isPart || pattern.first?.isLetter != true { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
