/// A citation of a section of a protocol reference.
struct Citation: Sendable, Hashable {
  let vendor: ProtocolVendor
  /// The code of the cited section, such as `A19.3`.
  let code: String
  let path: String
  let line: Int

  /// Returns the citations in a file: in Swift comments and sources, in the evidence of contracts,
  /// and in the prose of manuals.
  static func all(path: String, text: String) -> [Citation] {
    let owner = ProtocolVendor(path: path)
    var citations: [Citation] = []
    let isManual = path.hasSuffix(".md")
    var isFenced = false
    let bytes = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let lines = bytes.map { Substring($0) }
    for (index, line) in lines.enumerated() {
      if isManual, line.drop(while: { $0 == " " }).hasPrefix("```") { isFenced.toggle() }
      guard !isFenced, holdsCode(line) else { continue }
      for words in passages(of: line, after: index > 0 ? lines[index - 1] : "", path: path) {
        citations += codes(in: words, owner: owner).map {
          Citation(vendor: $0.vendor, code: $0.code, path: path, line: index + 1)
        }
      }
    }
    return citations
  }

  /// Returns whether a line contains a section letter followed by a digit; other lines have no
  /// citations.
  private static func holdsCode(_ line: Substring) -> Bool {
    var isLetter = false
    for byte in line.utf8 {
      if isLetter, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { return true }
      isLetter = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "E")
    }
    return false
  }

  /// Returns the parts of a line that may contain citations.
  private static func passages(
    of line: Substring, after previous: Substring, path: String
  ) -> [Substring] {
    if path.hasSuffix(".json") {
      guard let source = line.firstMatch(of: /"source": "(.*)"/) else { return [] }
      if previous.contains("\"reference\"") { return [source.1] }
      return previous.contains("\"decision\"") ? leading(source.1) : []
    }
    if path.hasSuffix(".md") {
      guard !line.hasPrefix("#") else { return [] }
      return [Substring(line.replacing(/`[^`]*`/, with: "`"))]
    }
    var found = line.matches(of: /(?:source: |protocolReference\()"([^"]*)"/).map(\.1)
    for match in line.matches(of: /\.decision\("([^"]*)"\)/) { found += leading(match.1) }
    if let comment = line.firstMatch(of: /(?:^|\s)\/\/+(.*)/) {
      found.append(Substring(comment.1.replacing(/`[^`]*`/, with: "`")))
    }
    return found
  }

  /// Returns the section codes at the start of a reason.
  private static func leading(_ reason: Substring) -> [Substring] {
    reason.prefixMatch(of: /[A-E]\d+(?:\.\d+)*(?=$|[:,])/).map { [$0.0] } ?? []
  }

  /// Returns the citations in a passage; a vendor's name before a code selects that vendor's
  /// reference.
  private static func codes(
    in words: Substring, owner: ProtocolVendor?
  ) -> [(vendor: ProtocolVendor, code: String)] {
    var found: [(vendor: ProtocolVendor, code: String)] = []
    var vendor = owner
    let pattern =
      /(StackMob|Mia|EGF2|Cosmos)(?= [A-E]\d)|(?:^|[^\w.\/+\-])([A-E]\d{1,2}(?:\.\d{1,2})*)(?![\w\/+]|-\d)/
    for match in words.matches(of: pattern) {
      if let name = match.1 {
        vendor = ProtocolVendor(rawValue: String(name))
      } else if let vendor, let code = match.2 {
        found.append((vendor, String(code)))
      }
    }
    return found
  }
}

/// The numbered headings of the protocol references, by vendor.
struct ProtocolSections: Sendable {
  /// The section codes that the headings of each vendor's reference have.
  private(set) var codes: [ProtocolVendor: Set<String>] = [:]
  /// The section codes that more than one heading has.
  private(set) var doubles: [String] = []

  /// Creates the list of headings from those of `files` that are articles of a protocol reference.
  init(_ files: [(path: String, text: String)]) {
    for file in files where Self.isArticle(file.path) {
      guard let vendor = ProtocolVendor(path: file.path) else { continue }
      for line in file.text.split(separator: "\n") {
        guard let code = Self.code(ofHeading: line) else { continue }
        if !codes[vendor, default: []].insert(code).inserted {
          doubles.append("\(vendor.rawValue) \(code)")
        }
      }
    }
  }

  /// Returns whether the file at a path is an article of a protocol reference.
  static func isArticle(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return path.contains(".docc/")
      && (name.hasPrefix("Protocol-") || name == "Decisions.md" || name == "Sources.md")
  }

  /// Returns the section code of a heading line, such as `A19.3` for `### A19.3 Refresh`, or `nil`
  /// if it has none.
  private static func code(ofHeading line: Substring) -> String? {
    guard let match = line.prefixMatch(of: /#{2,4} ([A-E][0-9]+(?:\.[0-9]+)*) \S/) else {
      return nil
    }
    return String(match.1)
  }

  /// Returns the rows of `ProtocolArticles` for a vendor: the letter and the numbers of the sections
  /// of each article.
  static func rows(
    of vendor: ProtocolVendor, in files: [(path: String, text: String)]
  ) -> [String] {
    let articles = files.filter { isArticle($0.path) && ProtocolVendor(path: $0.path) == vendor }
    return articles.sorted { $0.path < $1.path }.flatMap { file in
      var runs: [(letter: Character, first: Int, last: Int)] = []
      for code in file.text.split(separator: "\n").compactMap(code(ofHeading:)) {
        guard let number = Int(code.dropFirst().prefix { $0 != "." }) else { continue }
        if let run = runs.last, run.letter == code.first, number - run.last < 2 {
          runs[runs.count - 1].last = number
        } else {
          runs.append((code.first ?? "?", number, number))
        }
      }
      let parts = file.path.split(separator: "/")
      return runs.map { run in
        #"("\#(run.letter)", \#(run.first)...\#(run.last), "\#(parts[2])", "\#(parts[4].dropLast(3))"),"#
      }
    }
  }

  /// Returns whether a heading has the section code of a citation.
  func resolves(_ citation: Citation) -> Bool {
    codes[citation.vendor]?.contains(citation.code) ?? false
  }

  /// Returns the sections that no citation names, sorted, such as `StackMob A19.3`.
  func uncited(by citations: [Citation]) -> [String] {
    var open = codes
    for citation in citations { open[citation.vendor]?.remove(citation.code) }
    return open.flatMap { vendor, codes in codes.map { "\(vendor.rawValue) \($0)" } }.sorted()
  }
}

/// A vendor with a protocol reference.
///
/// Files in the vendor's own folders cite the reference by codes without the vendor's name.
enum ProtocolVendor: String, CaseIterable, Sendable {
  case stackMob = "StackMob"
  case mia = "Mia"
  case egf2 = "EGF2"
  /// The vendor of the protocol reference that App Center Data and Cosmos DB share.
  case cosmos = "Cosmos"

  /// The prefixes of the names of the vendor's modules.
  private var modules: [String] {
    switch self {
    case .stackMob: ["StackMob"]
    case .mia: ["Mia", "MIASync", "mkApp", "CRUD", "GhostlightSync"]
    case .egf2: ["EGF2"]
    case .cosmos: ["Cosmos", "AppCenter"]
    }
  }

  /// Creates the vendor to whose module a file belongs, or returns `nil` for code that all vendors
  /// share.
  init?(path: String) {
    let parts = path.split(separator: "/").map(String.init)
    let name: String
    switch (parts.first, parts.count) {
    case ("Sources", 4...): name = parts[2]
    case ("Contracts", 4...) where parts[1] == "Sources": name = parts[2]
    case ("Contracts", 3...): name = parts[1]
    default: return nil
    }
    let found = Self.allCases.first { vendor in
      vendor.modules.contains { name.lowercased().hasPrefix($0.lowercased()) }
    }
    guard let found else { return nil }
    self = found
  }
}
