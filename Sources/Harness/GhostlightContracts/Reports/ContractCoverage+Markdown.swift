extension ContractCoverage {
  /// The coverage as a section of a Markdown page.
  public var markdown: String {
    var lines = ["## Coverage of \(provider)", ""]
    lines.append("\(Self.share("routes", routes)), \(Self.share("refusals", refusals)).")
    lines += ["", "| evidence | interactions | share |", "|---|---|---|"]
    for kind in Evidence.Kind.allCases {
      let count = evidence[kind] ?? 0
      let share = interactions == 0 ? 0 : count * 100 / interactions
      lines.append("| \(kind.title) | \(count) | \(share) % |")
    }
    if !unfounded.isEmpty { lines.append("| none | \(unfounded.count) | |") }
    lines += ["", "### Routes", ""] + Self.table(routes)
    if !refusals.isEmpty { lines += ["", "### Refusals", ""] + Self.table(refusals) }
    if !unknown.isEmpty {
      lines += ["", "### Unknown names", ""] + unknown.map { "- \(MarkdownText.escape($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func share(_ what: String, _ rows: [Row]) -> String {
    "\(rows.count { !$0.interactions.isEmpty }) of \(rows.count) \(what)"
  }

  private static func table(_ rows: [Row]) -> [String] {
    ["| row | contracts |", "|---|---|"]
      + rows.map { row in
        let count = row.interactions.isEmpty ? "**none**" : "\(row.interactions.count)"
        return "| \(MarkdownText.escape(row.name)) | \(count) |"
      }
  }
}

extension Evidence.Kind {
  var title: String {
    switch self {
    case .guide: "guide"
    case .sdk: "SDK source"
    case .recording: "recording"
    case .documentation: "documentation"
    case .reference: "protocol reference"
    case .decision: "decision"
    }
  }
}
