/// A section of a protocol reference: a numbered part of one of the manual's protocol articles.
package struct ProtocolSection: Sendable, Hashable {
  /// The vendor of the protocol and the section's number: `StackMob A19.3`.
  package let name: String
  /// The path of the article from the root of the sources.
  package let article: String
}

extension ProtocolSection {
  /// Finds the section with this code in the protocol reference of an emulator.
  package init?(_ code: String, provider: String) {
    guard let (vendor, rows) = Self.vendors[provider],
      let number = Int(code.dropFirst().prefix { $0 != "." }),
      let row = rows.first(where: { $0.letter == code.first && $0.numbers.contains(number) })
    else { return nil }
    let layer = row.module.hasSuffix("Emulator") ? "Emulators" : "Clients"
    name = "\(vendor) \(code)"
    article = "Sources/\(layer)/\(row.module)/\(row.module).docc/\(row.article).md"
  }

  private static let vendors = [
    "stackmob": ("StackMob", ProtocolArticles.stackMob), "mia": ("Mia", ProtocolArticles.mia),
    "egf2": ("EGF2", ProtocolArticles.egf2), "cosmos": ("Cosmos", ProtocolArticles.cosmos),
    // App Center Data and Cosmos DB share a reference.
    "appcenter": ("Cosmos", ProtocolArticles.cosmos),
  ]
}

extension Evidence {
  /// Splits the evidence's source into protocol sections and the text between them.
  ///
  /// A reference is a list of section codes; a decision may begin with its own code.
  private func parts(provider: String) -> [SourcePart] {
    let code = /[A-E][0-9]+(?:\.[0-9]+)*/
    let places: [Range<String.Index>] =
      switch kind {
      case .reference: source.ranges(of: code)
      case .decision: source.prefixMatch(of: code).map { [$0.range] } ?? []
      case .guide, .sdk, .suite, .recording, .documentation: []
      }
    var parts: [SourcePart] = []
    var end = source.startIndex
    for place in places {
      guard let section = ProtocolSection(String(source[place]), provider: provider) else {
        continue
      }
      parts.append(.text(String(source[end..<place.lowerBound])))
      parts.append(.section(section))
      end = place.upperBound
    }
    return parts + [.text(String(source[end...]))]
  }

  /// Returns the protocol sections that the evidence refers to.
  func sections(provider: String) -> [ProtocolSection] {
    parts(provider: provider).compactMap { part in
      if case .section(let section) = part { section } else { nil }
    }
  }

  /// Returns a description for a reader: `protocol reference StackMob A19.3`.
  func text(provider: String) -> String {
    parts(provider: provider).reduce(into: "\(kind.title) ") { text, part in
      switch part {
      case .text(let words): text += words
      case .section(let section): text += section.name
      }
    }
  }

  /// Returns the source for a page, with each section as a link that begins with `base`.
  func inlines(provider: String, base: String) -> [ReportPage.Inline] {
    [.text("\(kind.title) ")]
      + parts(provider: provider).map { part in
        switch part {
        case .text(let words): .text(words)
        case .section(let section): .url(section.name, to: base + section.article)
        }
      }
  }
}

private enum SourcePart {
  case text(String)
  case section(ProtocolSection)
}

extension ContractResult {
  /// The evidence for the promise, one source per line, with links to the articles.
  var reasons: [String] {
    let reasons = interaction.notes.evidence.map { evidence in
      let links = evidence.sections(provider: provider).map(\.article)
      let place = links.isEmpty ? "" : " (\(links.joined(separator: ", ")))"
      return "because of \(evidence.text(provider: provider))\(place)"
    }
    return interaction.notes.restsOnUsAlone ? reasons + ["no outside evidence"] : reasons
  }
}
