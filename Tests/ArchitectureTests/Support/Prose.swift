/// The prose of a module with one sentence on each line, and the source line that each part comes
/// from.
///
/// The prose is ASCII: `~` replaces any other character, so that a byte offset is also a UTF-16
/// offset.
struct Prose: Sendable {
  /// A part of the prose that comes from one line of a file.
  private struct Part {
    let start: Int
    let path: String
    let line: Int
  }

  /// A place in a source file where the prose has a ``Habit``.
  struct Hit: Sendable, Hashable {
    let path: String
    let line: Int
    let habit: String
    /// The matched words with some of the sentence before and after them.
    let text: String

    /// The hit in the format of a compiler's messages.
    var message: String { "\(path):\(line): \(habit): \(text)" }
  }

  private var bytes: [UInt8] = []
  private var parts: [Part] = []
  /// The hits for functions' summaries that do not begin with a verb.
  private(set) var functions: [Hit] = []

  /// Returns the hits of all habits in the prose, in order.
  func hits() -> [Hit] {
    let text = String(decoding: bytes, as: UTF8.self)
    let found = Habit.all.flatMap { habit in
      habit.ranges(in: text).map { (habit.name, $0) }
    }
    return found.sorted { $0.1.lowerBound < $1.1.lowerBound }.map { name, range in
      // A binary search for the last part that does not start after the hit.
      var low = 0
      var high = parts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if parts[middle].start <= range.lowerBound { low = middle } else { high = middle }
      }
      let before = bytes[max(0, range.lowerBound - 40)..<range.lowerBound]
      let start = before.lastIndex(of: Self.newLine).map { $0 + 1 } ?? before.startIndex
      let after = bytes[range.upperBound..<min(bytes.count, range.upperBound + 60)]
      let end = after.firstIndex(of: Self.newLine) ?? after.endIndex
      return Hit(
        path: parts[low].path, line: parts[low].line, habit: name,
        text: String(decoding: bytes[start..<end], as: UTF8.self))
    }
  }

  /// Adds the comments of a file to the prose.
  ///
  /// Code fences, licences, `MARK` comments and a vendor's wording after `- Source:` are left out.
  mutating func addComments(of file: SourceFile) {
    let lines = file.trimmed
    var index = 0
    while index < lines.count {
      guard lines[index].starts(with: "//".utf8) else {
        index += 1
        continue
      }
      let start = index
      let isDoc = lines[index].starts(with: "///".utf8)
      while index < lines.count, lines[index].starts(with: "//".utf8),
        lines[index].starts(with: "///".utf8) == isDoc
      {
        index += 1
      }
      if start < 3, lines[start..<index].contains(where: Self.isLicence) { continue }
      add(lines[start..<index], of: file, precedesFunction: isDoc && declaresFunction(lines, index))
    }
  }

  /// Adds the names of the tests and suites in a file to the prose.
  mutating func addNames(of file: SourceFile) {
    for (index, line) in file.lines.enumerated()
    where line.utf8.contains(Self.tick) && !line.drop(while: { $0 == " " }).hasPrefix("//") {
      guard let match = line.firstMatch(of: /\b(?:func|struct|class|enum) `([^`]+ [^`]+)`/) else {
        continue
      }
      append(Substring(match.1).utf8, path: file.path, line: index + 1)
      endParagraph()
    }
  }

  private mutating func add(
    _ comment: ArraySlice<Substring.UTF8View>, of file: SourceFile, precedesFunction: Bool
  ) {
    var isFenced = false
    var isSource = false
    var isSummary = precedesFunction
    for (index, line) in zip(comment.indices, comment) {
      var content = Self.trim(line.drop { $0 == UInt8(ascii: "/") })
      if content.starts(with: "```".utf8) {
        isFenced.toggle()
        content = Substring().utf8
      } else if isFenced || Self.marks.contains(where: { content.starts(with: $0.utf8) }) {
        content = Substring().utf8
      }
      let item = Self.afterItemMark(content)
      if content.isEmpty || item != nil {
        if endParagraph() { isSummary = false }
        isSource = item?.starts(with: "Source:".utf8) ?? false
      }
      content = item ?? content
      guard !content.isEmpty, !isSource else { continue }
      if isSummary, bytes.last ?? Self.newLine == Self.newLine, Self.isNoun(content) {
        functions.append(
          Hit(
            path: file.path, line: index + 1, habit: "no verb first",
            text: String(Substring(content))))
      }
      append(content, path: file.path, line: index + 1)
    }
    endParagraph()
  }

  /// Appends a comment line to the current paragraph.
  ///
  /// Each code span becomes `x`, and each sentence ends with a line break.
  private mutating func append(_ content: Substring.UTF8View, path: String, line: Int) {
    if let last = bytes.last, last != Self.newLine { appendSpace() }
    parts.append(Part(start: bytes.count, path: path, line: line))
    var rest = content[...]
    while let byte = rest.first {
      if byte == Self.tick, let end = Self.endOfSpan(rest) {
        bytes += [Self.tick, UInt8(ascii: "x"), Self.tick]
        rest = rest[end...]
        continue
      }
      rest.removeFirst()
      if byte == UInt8(ascii: " ") {
        appendSpace()
      } else if byte < 0x80 {
        bytes.append(byte)
      } else if byte >= 0xC0 {
        bytes.append(UInt8(ascii: "~"))
      }
    }
  }

  private mutating func appendSpace() {
    let isEnd = bytes.last.map { ".!?".utf8.contains($0) } ?? false
    bytes.append(isEnd ? Self.newLine : UInt8(ascii: " "))
  }

  /// Ends the current paragraph, and returns whether there was one.
  @discardableResult
  private mutating func endParagraph() -> Bool {
    guard let last = bytes.last, last != Self.newLine else { return false }
    bytes.append(Self.newLine)
    return true
  }
}

extension Prose {
  private static let newLine = UInt8(ascii: "\n")
  private static let tick = UInt8(ascii: "`")
  private static let marks = ["MARK:", "swift-", "swiftlint", "===", "---", "***"]

  /// Words at the start of a summary that has no verb, such as articles.
  private static let nouns: Set<String> = [
    "The", "A", "An", "Whether", "What", "How", "Where", "Which", "All", "Every", "Each", "None",
    "Nothing", "Those", "That", "Not", "Never", "One", "Another", "Why",
  ]

  private static func isNoun(_ content: Substring.UTF8View) -> Bool {
    let word = String(Substring(content).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return nouns.contains(word) || word.hasPrefix("Who")
  }

  private static func isLicence(_ line: Substring.UTF8View) -> Bool {
    let text = Substring(line)
    return ["SPDX-License", "Licensed under", "Apache License", "All rights reserved"]
      .contains { text.contains($0) } || text.lowercased().contains("copyright (c)")
  }

  private static func trim(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop { $0 == UInt8(ascii: " ") }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  /// Returns the text after a list item's marker, which is a hyphen or a number with a dot, or
  /// `nil` if there is none.
  private static func afterItemMark(_ content: Substring.UTF8View) -> Substring.UTF8View? {
    if content.starts(with: "- ".utf8) || content.starts(with: "* ".utf8) {
      return content.dropFirst(2)
    }
    let digits = content.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard !digits.isEmpty else { return nil }
    let rest = content[digits.endIndex...]
    return rest.starts(with: ". ".utf8) ? rest.dropFirst(2) : nil
  }

  /// Returns the index after the code span at the start of `text`, or `nil` if the span is not
  /// closed.
  private static func endOfSpan(_ text: Substring.UTF8View) -> Substring.UTF8View.Index? {
    let content = text.drop { $0 == tick }
    guard let close = content.firstIndex(of: tick) else { return nil }
    return text[close...].drop { $0 == tick }.startIndex
  }

  /// Returns whether a function's declaration follows a comment, after attributes and other
  /// comments.
  private func declaresFunction(_ lines: [Substring.UTF8View], _ end: Int) -> Bool {
    let declaration = lines[end...].prefix(7).first { line in
      !line.isEmpty && !line.starts(with: "//".utf8)
        && (line.first != UInt8(ascii: "@")
          || [" struct ", " class ", " enum ", " let ", " var "].contains {
            Substring(line).contains($0)
          })
    }
    guard let declaration else { return false }
    let words = Substring(declaration).split(separator: " ")
    guard let place = words.firstIndex(of: "func") else { return false }
    return words[..<place].allSatisfy { word in
      word.allSatisfy { $0.isLetter || $0.isNumber || "_()".contains($0) }
    }
  }
}
