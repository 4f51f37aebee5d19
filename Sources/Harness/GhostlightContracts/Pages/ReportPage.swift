/// A page of a report, which is printed as Markdown.
struct ReportPage: Sendable, Hashable {
  /// A paragraph, heading, list or table; a page has its blocks from top to bottom.
  enum Block: Sendable, Hashable {
    /// A heading of level 2 to 4; links to it use the anchor.
    case heading(Int, [Inline], anchor: String?)
    case paragraph([Inline])
    /// A list with one line of inline parts for each item.
    case list([[Inline]])
    /// A table; if `isMatrix` is `true`, the cells after the first column are centred.
    case table([[Inline]], rows: [[[Inline]]], isMatrix: Bool)
  }

  /// A part of a line, such as plain text or a link.
  enum Inline: Sendable, Hashable {
    case text(String)
    case code(String)
    case strong(String)
    /// The outcome of an interaction, shown as a character.
    case mark(ContractResults.Outcome)
    /// A link to a heading, in another page of the report or in the same page.
    case link(String, page: String, anchor: String?)
    /// A link to a URL outside the report.
    case url(String, to: String)
  }

  /// The path without an extension, relative to the table of contents: `stackmob/objects`.
  let path: String
  let title: String
  var blocks: [Block]
}

extension ReportPage.Inline: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }
}

extension ReportPage {
  /// The page as a separate Markdown file, with a newline at the end.
  var markdown: String {
    let depth = path.split(separator: "/").count - 1
    let root = String(repeating: "../", count: depth)
    return "# \(MarkdownText.escape(title))\n"
      + markdown { page, anchor in
        page == path
          ? anchor.map { "#\($0)" } : "\(root)\(page).md" + (anchor.map { "#\($0)" } ?? "")
      }
  }

  /// The page as a section of one Markdown file with all pages, in which links are plain text.
  var section: String { "# \(MarkdownText.escape(title))\n" + markdown { _, _ in nil } }

  private func markdown(_ target: (String, String?) -> String?) -> String {
    func line(_ inlines: [Inline]) -> String {
      inlines.map { inline in
        switch inline {
        case .text(let text): return MarkdownText.escape(text)
        case .code(let text): return MarkdownText.code(text)
        case .strong(let text): return "**\(MarkdownText.escape(text))**"
        case .mark(let outcome): return outcome.sign
        case .link(let text, let page, let anchor):
          let words = MarkdownText.escape(text)
          return target(page, anchor).map { "[\(words)](\($0))" } ?? words
        case .url(let text, let url): return "[\(MarkdownText.escape(text))](\(url))"
        }
      }.joined()
    }
    func row(_ cells: [String]) -> String {
      "| "
        + cells.map { $0.replacing("|", with: "\\|").replacing("\\\\|", with: "\\|") }
        .joined(separator: " | ") + " |"
    }
    return blocks.map { block in
      switch block {
      case .heading(let level, let words, let anchor):
        let mark = anchor.map { "<a id=\"\($0)\"></a>" } ?? ""
        return "\n\(String(repeating: "#", count: level)) \(mark)\(line(words))\n"
      case .paragraph(let words): return "\n\(line(words))\n"
      case .list(let items): return "\n" + items.map { "- \(line($0))\n" }.joined()
      case .table(let head, let rows, let isMatrix):
        let rule = head.indices.map { isMatrix && $0 > 0 ? ":-:" : "---" }
        return "\n"
          + ([row(head.map(line)), row(rule)] + rows.map { row($0.map(line)) })
          .joined(separator: "\n") + "\n"
      }
    }.joined()
  }
}

/// Escapes strings for Markdown.
enum MarkdownText {
  static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "|*_`<>[]\\#".contains(character) { escaped.append("\\") }
      escaped.append(character == "\n" ? " " : character)
    }
    return escaped
  }

  /// Returns a string as inline code.
  static func code(_ text: String) -> String {
    let plain = text.split(separator: "\n").joined(separator: " ")
    return plain.contains("`") ? "`` \(plain) ``" : "`\(plain)`"
  }
}
