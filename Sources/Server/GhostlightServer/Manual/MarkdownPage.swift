import GhostlightContracts
import GhostlightCore

/// Prints a page of the manual as HTML.
///
/// It supports the Markdown that the manual uses: headings, paragraphs, nested lists, tables, fences,
/// code, emphasis, links, and DocC's links between pages. All text is escaped.
struct MarkdownPage {
  /// The page's path in the served manual, to which links between pages are relative.
  let path: String
  /// Returns the title of the page with a path in the served manual; `nil` if there is no such page.
  let title: (String) -> String?

  /// The longest indentation of a list item in spaces; deeper items belong to the deepest list.
  private static let deepest = 12

  /// Returns the title of a page: its first heading without marks.
  static func title(of markdown: String) -> String {
    let line = markdown.split(separator: "\n").first { $0.hasPrefix("# ") } ?? ""
    return line.dropFirst(2).filter { $0 != "`" }
  }

  /// Returns the anchors of all headings of a page.
  static func anchors(in markdown: String) -> Set<String> {
    var anchors: Set<String> = []
    var isCode = false
    for line in markdown.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if !isCode, let heading = heading(line) { anchors.insert(anchor(heading.text)) }
    }
    return anchors
  }

  /// Returns the anchor of a heading: its section code, otherwise its words joined by hyphens.
  static func anchor(_ heading: Substring) -> String {
    if let code = heading.prefixMatch(of: /[A-E][0-9]+(?:\.[0-9]+)*(?= |$)/) {
      return String(code.output)
    }
    let words = heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
    return words.split(separator: " ").joined(separator: "-")
  }

  private static func heading(_ line: Substring) -> (level: Int, text: Substring)? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level), line.dropFirst(level).hasPrefix(" ") else { return nil }
    return (level, line.dropFirst(level + 1))
  }

  /// Returns the page's content as HTML.
  func html(_ markdown: String) -> String {
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var html = ""
    while let line = lines.first {
      if line.hasPrefix("```") {
        lines.removeFirst()
        let code = lines.prefix { !$0.hasPrefix("```") }
        lines = lines.dropFirst(code.count + 1)
        html +=
          "<pre><code>" + code.map { XMLText.escape(String($0)) }.joined(separator: "\n")
          + "</code></pre>\n"
      } else if line.hasPrefix("@") {
        // A directive of DocC, such as the metadata of a page.
        lines = lines.drop { $0 != "}" }.dropFirst()
      } else if line.isEmpty || line.hasPrefix("<!--") || line.hasPrefix("![") {
        lines.removeFirst()
      } else if let (level, text) = Self.heading(line) {
        lines.removeFirst()
        html +=
          "<h\(level) id=\"\(XMLText.escape(Self.anchor(text)))\">\(inline(text))</h\(level)>\n"
      } else if line.hasPrefix("|") {
        let rows = lines.prefix { $0.hasPrefix("|") }
        lines = lines.dropFirst(rows.count)
        html += table(Array(rows))
      } else if Item(line) != nil {
        html += list(&lines)
      } else {
        let text = lines.prefix(1) + lines.dropFirst().prefix { !beginsBlock($0) }
        lines = lines.dropFirst(text.count)
        html += "<p>\(inline(text.joined(separator: " ")))</p>\n"
      }
    }
    return html
  }

  /// Returns whether a line ends the paragraph before it.
  private func beginsBlock(_ line: Substring) -> Bool {
    line.isEmpty || line.hasPrefix("```") || line.hasPrefix("|") || Self.heading(line) != nil
      || Item(line) != nil
  }

  /// The first line of a list item.
  private struct Item {
    let indentation: Int
    let isNumbered: Bool
    let text: Substring

    init?(_ line: Substring) {
      let rest = line.drop { $0 == " " }
      indentation = min(line.count - rest.count, MarkdownPage.deepest)
      let digits = rest.prefix { $0.isNumber }
      isNumbered = !digits.isEmpty
      let mark = isNumbered ? rest.dropFirst(digits.count) : rest
      guard isNumbered ? mark.hasPrefix(". ") : mark.hasPrefix("- ") || mark.hasPrefix("* ") else {
        return nil
      }
      text = mark.dropFirst(2)
    }

    /// Returns whether another item belongs to the list that this item begins.
    func continues(with next: Item) -> Bool {
      next.indentation >= indentation && next.isNumbered == isNumbered
    }
  }

  /// Removes a list from the front of the lines, and returns it with the lists nested in it.
  private func list(_ lines: inout ArraySlice<Substring>) -> String {
    guard let first = lines.first.flatMap(Item.init) else { return "" }
    let tag = first.isNumbered ? "ol" : "ul"
    var html = "<\(tag)>\n"
    while let item = lines.first.flatMap(Item.init), first.continues(with: item) {
      lines.removeFirst()
      var text = String(item.text)
      var nested = ""
      while let line = lines.first, !line.isEmpty, !line.hasPrefix("```"), !line.hasPrefix("#") {
        if let next = Item(line) {
          guard next.indentation > item.indentation else { break }
          nested += list(&lines)
        } else {
          text += " " + line.drop { $0 == " " }
          lines.removeFirst()
        }
      }
      html += "<li>\(inline(text))\(nested)</li>\n"
      // A blank line between two items.
      if lines.first?.isEmpty == true, let next = lines.dropFirst().first.flatMap(Item.init),
        first.continues(with: next)
      {
        lines.removeFirst()
      }
    }
    return html + "</\(tag)>\n"
  }

  private func table(_ rows: [Substring]) -> String {
    let cells = rows.map { row in
      var cells: [String] = [""]
      var isEscaped = false
      for character in row.dropFirst() {
        if character == "|", !isEscaped {
          cells.append("")
        } else {
          if character == "|", isEscaped { cells[cells.count - 1].removeLast() }
          cells[cells.count - 1].append(character)
        }
        isEscaped = character == "\\" && !isEscaped
      }
      return cells.dropLast().map { $0[...].trimmed }
    }
    func row(_ cells: [String], _ tag: String) -> String {
      "<tr>" + cells.map { "<\(tag)>\(inline($0))</\(tag)>" }.joined() + "</tr>\n"
    }
    return "<table>\n" + row(cells.first ?? [], "th")
      + cells.dropFirst(2).map { row($0, "td") }.joined() + "</table>\n"
  }
}

/// The parts of a line.
extension MarkdownPage {
  /// Returns a line with its code, links and emphasis as HTML.
  func inline(_ text: some StringProtocol) -> String {
    var html = ""
    var rest = Substring(text)
    while let character = rest.first {
      if let (part, count) = self.part(rest) {
        html += part
        rest = rest.dropFirst(count)
      } else {
        html += XMLText.escape(String(character))
        rest = rest.dropFirst()
      }
    }
    return html
  }

  /// Returns the HTML of the part that begins a text, with its length; `nil` for plain text.
  private func part(_ text: Substring) -> (html: String, count: Int)? {
    switch text.first {
    case "\\":
      guard let next = text.dropFirst().first, next.isPunctuation || next.isSymbol else {
        return nil
      }
      return (XMLText.escape(String(next)), 2)
    case "`":
      let marks = text.prefix { $0 == "`" }
      guard let end = text.dropFirst(marks.count).firstRange(of: marks) else { return nil }
      let code = text[marks.endIndex..<end.lowerBound]
      let count = text.distance(from: text.startIndex, to: end.upperBound)
      // DocC's link to a symbol of another module begins with a slash.
      let isSymbol = marks.count == 2 && code.hasPrefix("/")
      return ("<code>\(XMLText.escape(String(isSymbol ? code.dropFirst() : code)))</code>", count)
    case "<":
      guard let link = text.prefixMatch(of: /<doc:([^>]+)>/) else { return nil }
      return (page(link.output.1), link.output.0.count)
    case "[":
      guard let link = text.prefixMatch(of: /\[([^\[\]]+)\]\((\S+?)\)/) else { return nil }
      let target = link.output.2
      guard target.hasPrefix("http") || target.hasPrefix("/") || target.hasPrefix("#") else {
        return nil
      }
      return (
        "<a href=\"\(XMLText.escape(String(target)))\">\(inline(link.output.1))</a>",
        link.output.0.count
      )
    case "*":
      let marks = text.prefix { $0 == "*" }.prefix(2)
      let body = text.dropFirst(marks.count)
      guard let first = body.first, !first.isWhitespace, let end = body.firstRange(of: marks) else {
        return nil
      }
      let tag = marks.count == 2 ? "strong" : "em"
      let count = text.distance(from: text.startIndex, to: end.upperBound)
      return ("<\(tag)>\(inline(body[..<end.lowerBound]))</\(tag)>", count)
    default: return nil
    }
  }

  /// Returns a link to another page, such as `Tasks#Expire-a-token` or `/EGF2Emulator/Decisions`.
  ///
  /// The site of the whole manual has more pages. For a command, the help has the text of its page.
  private func page(_ link: Substring) -> String {
    let name = link.prefix { $0 != "#" }
    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    var target = name.hasPrefix("/") ? String(name.dropFirst()) : folder + name
    if name.hasPrefix("/"), !target.contains("/") { target += "/" + target }
    if let title = self.title(target) {
      let anchor = link.dropFirst(name.count)
      let words = anchor.isEmpty ? title : String(anchor.dropFirst().replacing("-", with: " "))
      return
        "<a href=\"\(ManualSite.root)\(target)\(XMLText.escape(String(anchor)))\">\(XMLText.escape(words))</a>"
    }
    switch name {
    case "ControlAPI":
      return "<a href=\"\(ControlAPI.base)/openapi.json\">the control API</a>"
    case "CommandLine": return "<code>ghostlight --help</code>"
    default:
      let isCommand = name.hasPrefix("ghostlight-")
      return
        "<code>\(XMLText.escape(String(name.replacing("-", with: " "))))\(isCommand ? " --help" : "")</code>"
    }
  }
}
