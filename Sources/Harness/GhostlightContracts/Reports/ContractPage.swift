import GhostlightCore

/// A Markdown page of what is promised, and why that is believed.
public struct ContractPage: Sendable {
  /// The contracts.
  public var files: [ContractFile]
  /// What the providers say of themselves; each gets a section of coverage.
  public var catalogues: [ProviderCatalogue]
  /// What stands before a path of our sources in links to articles: a URL that ends in a slash, or
  /// nothing where the page lies at the root of the sources.
  public var articles: String

  /// Makes a page.
  public init(
    _ files: [ContractFile], catalogues: [ProviderCatalogue] = [], articles: String = ""
  ) {
    self.files = files
    self.catalogues = catalogues
    self.articles = articles
  }

  /// The page, with a newline at its end.
  public var markdown: String {
    let count = files.reduce(0) { $0 + $1.pact.interactions.count }
    let place = files.count == 1 ? "1 file" : "\(files.count) files"
    var parts = ["# Contracts\n\n\(count) promises in \(place).\n"]
    parts += files.map(section)
    let providers = Set(files.map(\.pact.provider))
    for catalogue in catalogues where providers.contains(catalogue.provider) {
      parts.append(ContractCoverage(files, catalogue: catalogue).markdown)
    }
    return parts.joined(separator: "\n")
  }

  private func section(_ file: ContractFile) -> String {
    let pact = file.pact
    let title = "\(pact.consumer) at \(pact.provider)"
    var lines = ["## \(MarkdownText.escape(title))", "", MarkdownText.code(file.path)]
    for interaction in pact.interactions { lines += [""] + entry(interaction, pact.provider) }
    for remark in pact.remarks { lines += ["", "Note: \(MarkdownText.escape(remark))."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func entry(_ interaction: Interaction, _ provider: String) -> [String] {
    let pending = interaction.isPending ? " (pending)" : ""
    var lines = ["### \(MarkdownText.escape(interaction.description))\(pending)", ""]
    for state in interaction.states {
      let parameters =
        state.parameters.isEmpty
        ? "" : " " + MarkdownText.code(JSON.object(state.parameters).text(sortedKeys: true))
      lines.append("- given \(MarkdownText.escape(state.name))\(parameters)")
    }
    lines.append("- \(MarkdownText.code(interaction.request.line)) → \(interaction.response.line)")
    lines += interaction.notes.lines.map { "- \($0)" }
    let evidence = interaction.notes.evidence.map {
      $0.markdown(provider: provider, base: articles)
    }
    let reasons = evidence.isEmpty ? "nothing" : evidence.joined(separator: ", ")
    let warning = interaction.notes.restsOnUsAlone ? " – no outside evidence" : ""
    lines.append("- because of \(reasons)\(warning)")
    return lines
  }
}

extension PactRequest {
  fileprivate var line: String {
    let pairs = query.flatMap { field in
      field.values.isEmpty ? [field.name] : field.values.map { "\(field.name)=\($0)" }
    }
    let target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    return "\(method) \(target)" + (body.map { " " + $0.short } ?? "")
  }
}

extension PactResponse {
  fileprivate var line: String {
    MarkdownText.code("\(status)" + (body.map { " " + $0.short } ?? ""))
  }
}

extension PactBody {
  fileprivate var short: String {
    switch self {
    case .empty: ""
    case .json(let json, _): JSONComparison.short(json)
    case .text(let text, _): String(text.prefix(400))
    case .bytes(let bytes, let type): "\(bytes.count) bytes of \(type ?? "any type")"
    }
  }
}

extension ContractNotes {
  /// What is promised besides, a line each.
  fileprivate var lines: [String] {
    var lines: [String] = []
    func add(_ words: String, _ names: [String]) {
      guard !names.isEmpty else { return }
      lines.append("\(words) \(names.map(MarkdownText.code).joined(separator: ", "))")
    }
    add("served by", [route].compactMap(\.self))
    add("refused by", [fault].compactMap(\.self))
    add("without the fields", absentFields)
    add("without further fields at", noExtraFields)
    add("without the header fields", absentHeaders)
    add("in order:", order.map { "\($0.path) \($0.direction.rawValue)" })
    if let latency { lines.append("within \(latency.limitMilliseconds) ms") }
    return lines
  }
}

/// Text for Markdown.
enum MarkdownText {
  static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "|*_`<>[]\\#".contains(character) { escaped.append("\\") }
      escaped.append(character == "\n" ? " " : character)
    }
    return escaped
  }

  /// Text as code in a line.
  static func code(_ text: String) -> String {
    let plain = text.split(separator: "\n").joined(separator: " ")
    return plain.contains("`") ? "`` \(plain) ``" : "`\(plain)`"
  }
}
