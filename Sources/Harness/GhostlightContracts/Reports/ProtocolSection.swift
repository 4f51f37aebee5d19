/// A section of a protocol reference: a heading in one of the manual's protocol articles.
package struct ProtocolSection: Sendable, Hashable {
  /// The vendor of the protocol: `StackMob`.
  let vendor: String
  /// The section number: `A19.3`.
  let code: String
  /// The heading without the number: `Refresh`.
  let title: String
  /// The path of the article from the root of the sources.
  let article: String

  /// The vendor, number and heading: `StackMob A19.3 Refresh`.
  package var name: String { "\(vendor) \(code) \(title)" }

  /// The path of the article with the anchor that Markdown gives the heading.
  package var link: String {
    let heading = "\(code) \(title)".lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || " -_".unicodeScalars.contains($0)
    }
    return article + "#" + String(String.UnicodeScalarView(heading)).replacing(" ", with: "-")
  }
}

extension ProtocolSection {
  /// Finds the section with this code in the protocol reference of an emulator.
  init?(_ code: String, provider: String) {
    guard let section = Self.sections[provider]?[code] else { return nil }
    self = section
  }

  private static let sections: [String: [String: ProtocolSection]] = {
    // App Center Data and Cosmos DB share a reference.
    let cosmos = read(ProtocolHeadings.cosmos, of: "Cosmos")
    return [
      "stackmob": read(ProtocolHeadings.stackMob, of: "StackMob"),
      "mia": read(ProtocolHeadings.mia, of: "Mia"),
      "egf2": read(ProtocolHeadings.egf2, of: "EGF2"),
      "cosmos": cosmos, "appcenter": cosmos,
    ]
  }()

  private static func read(_ headings: String, of vendor: String) -> [String: ProtocolSection] {
    var sections: [String: ProtocolSection] = [:]
    var article = ""
    for line in headings.split(separator: "\n") {
      guard !line.hasSuffix(".md") else {
        article = String(line)
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      sections[words[0]] = ProtocolSection(
        vendor: vendor, code: words[0], title: words[1], article: article)
    }
    return sections
  }
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

  /// Returns a description for a reader: `protocol reference StackMob A19.3 Refresh`.
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
        case .section(let section): .url(section.name, to: base + section.link)
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
      let links = evidence.sections(provider: provider).map(\.link)
      let place = links.isEmpty ? "" : " (\(links.joined(separator: ", ")))"
      return "because of \(evidence.text(provider: provider))\(place)"
    }
    return interaction.notes.restsOnUsAlone ? reasons + ["no outside evidence"] : reasons
  }
}

/// The headings of the manual's protocol articles, grouped by the path of the article.
///
/// A test compares them with the articles, and prints the source text that belongs here.
enum ProtocolHeadings {}
