import GhostlightCore
import HTTPTypes

/// Compares texts that contain generated values: paths, links, cookies, pages.
enum GeneratedText {
  /// The maximum length of a text that is split into words, in bytes.
  private static let longest = 4 << 20

  /// Returns the kind of the first words in which two texts differ, if all words in which they differ
  /// are generated, and nothing else differs; otherwise `nil`.
  ///
  /// Digits between the slashes of a path are an identifier.
  static func kind(_ expected: String, _ actual: String) -> GeneratedKind? {
    guard expected.utf8.count <= longest, actual.utf8.count <= longest else { return nil }
    let (words, others) = (words(of: expected), words(of: actual))
    guard words.count > 1, words.count == others.count else { return nil }
    var found: GeneratedKind?
    for (position, pair) in zip(words, others).enumerated()
    where !pair.0.text.utf8.elementsEqual(pair.1.text.utf8) {
      // A placeholder stands for a secret, which the other side has.
      if pair.0.isWord, pair.1.isWord, !Placeholder.ranges(in: Array(pair.0.text.utf8)).isEmpty {
        found = found ?? .token
        continue
      }
      guard let form = form(of: words, at: position), form == self.form(of: others, at: position)
      else { return nil }
      found = found ?? form.kind
    }
    return found
  }

  /// Returns the text in which each generated word is replaced by a text for its form.
  static func masked(_ text: String) -> String {
    guard text.utf8.count <= longest else { return text }
    let words = words(of: text)
    return words.indices.map { form(of: words, at: $0)?.description ?? String(words[$0].text) }
      .joined()
  }

  /// Returns the form of a word; `nil` if it is not generated.
  private static func form(of words: [Word], at position: Int) -> GeneratedValues.Form? {
    guard words[position].isWord else { return nil }
    let text = String(words[position].text)
    let name = position > 1 && words[position - 1].text == "=" ? words[position - 2].text : ""
    if let form = GeneratedValues.form(text, named: String(name)) { return form }
    let isInPath =
      position > 0 && words[position - 1].text.hasSuffix("/")
      && (position + 1 == words.count || !words[position + 1].text.hasPrefix("="))
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isInPath && isNumber ? GeneratedValues.Form(kind: .identifier, detail: "digits") : nil
  }

  private struct Word {
    let text: Substring
    let isWord: Bool
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var start = text.utf8.startIndex
    var isWord = true
    var place = start
    while place < text.utf8.endIndex {
      if isSeparator[Int(text.utf8[place])] == isWord {
        if start < place { words.append(Word(text: text[start..<place], isWord: isWord)) }
        start = place
        isWord.toggle()
      }
      place = text.utf8.index(after: place)
    }
    if start < place { words.append(Word(text: text[start..<place], isWord: isWord)) }
    return words
  }

  private static let isSeparator: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in " \t\r\n\"'()<>,;=&?/#|{}[]\\".utf8 { table[Int(byte)] = true }
    return table
  }()
}

extension GeneratedText {
  /// Returns the kind of two different values of a header field; `nil` if they are not generated.
  static func kind(
    _ expected: String, _ actual: String, of field: HTTPField.Name
  ) -> GeneratedKind? {
    guard !expected.isEmpty, !actual.isEmpty else { return nil }
    let name = field.canonicalName
    switch name {
    case "set-cookie": return cookieKind(expected, actual)
    case "etag":
      return expected.hasPrefix("W/") == actual.hasPrefix("W/") ? .token : nil
    case "retry-after", "x-runtime", "x-response-time", "server-timing": return .counter
    case _ where name.contains("ratelimit") || name.contains("rate-limit"): return .counter
    case _ where HTTPFields.bodyDigests.contains(field): return .token
    default:
      let name = name.hasSuffix("-id") ? "id" : String(name.split(separator: "-").last ?? "")
      return GeneratedValues.kind(expected, actual, named: name)
    }
  }

  /// Returns the kind of two cookies that differ only in a generated value or in their lifetime.
  private static func cookieKind(_ expected: String, _ actual: String) -> GeneratedKind? {
    let (parts, others) = (CookieParts(expected), CookieParts(actual))
    guard parts.name == others.name, parts.attributes == others.attributes else { return nil }
    guard parts.value != others.value else { return .date }
    return parts.isIssued && others.isIssued ? .token : nil
  }

  /// Returns whether two cookies have different names or attributes.
  static func haveDifferentAttributes(_ expected: String, _ actual: String) -> Bool {
    let (parts, others) = (CookieParts(expected), CookieParts(actual))
    return parts.name != others.name || parts.attributes != others.attributes
  }

  /// The parts of a cookie; a lifetime has only its name.
  private struct CookieParts {
    let name: String
    let value: String
    let attributes: [String]

    init(_ text: String) {
      var parts = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
      let pair = parts.removeFirst().split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      name = String(pair[0])
      value = pair.count > 1 ? String(pair[1]) : ""
      attributes = parts.map { part in
        let name = part.prefix { $0 != "=" }.lowercased()
        return ["expires", "max-age"].contains(name) ? name : part.lowercased()
      }.sorted()
    }

    /// Whether the value looks issued by a server: without white space, and with a digit or at least
    /// 16 bytes.
    var isIssued: Bool { IssuedValues.looksIssued(value) }
  }
}
