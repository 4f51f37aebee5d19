import GhostlightCore

/// Texts that are drawn anew each time a scene is played, and what stands for them in a contract.
///
/// Ids and tokens of either side: a contract holds made-up ones of the same form, always the same, so that
/// it shows none that was ever issued.
struct DrawnTexts {
  private var standIns: [String: String] = [:]
  /// Shorter ones are told apart from words of the scene too badly.
  private static let fewest = 16

  /// Takes the texts out of two bodies.
  mutating func read(_ one: [UInt8], _ other: [UInt8]) {
    read(String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
  }

  /// Takes the texts out of the same place of two plays.
  mutating func read(_ one: String, _ other: String) {
    let (words, others) = (Self.words(one), Self.words(other))
    guard words.count == others.count else { return }
    for (word, twin) in zip(words, others)
    where word != twin && word.utf8.count >= Self.fewest && standIns[word] == nil {
      standIns[word] = Self.standIn(for: word, besides: twin, number: standIns.count)
    }
  }

  /// A text with the stand-ins in it; of texts that hold others, those inside come first.
  func replaced(in text: String) -> String {
    let present = standIns.filter { text.contains($0.key) }
    return present.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
      .reduce(into: text) { $0 = $0.replacing($1.key, with: $1.value) }
  }

  /// Runs of letters, digits, hyphens and underscores; an escaped octet (`%22`) is no part of one.
  private static func words(_ text: String) -> [String] {
    var escaped = 0
    return text.split { character in
      if escaped > 0 {
        escaped -= 1
        return true
      }
      if character == "%" { escaped = 2 }
      return
        !(character.isASCII
        && (character.isLetter || character.isNumber || character == "-" || character == "_"))
    }
    .map(String.init)
  }

  /// A text of the same form: digits for digits, letters for letters of the same kind; what stands
  /// between hyphens and is the same in both, such as the type at the end of an EGF2 id, stays.
  private static func standIn(for word: String, besides twin: String, number: Int) -> String {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(word.utf8.count)
    let isHexadecimal = word.utf8.allSatisfy { byte in
      byte == 45 || (48...57).contains(byte) || (97...102).contains(byte)
    }
    let groups = word.split(separator: "-", omittingEmptySubsequences: false)
    let others = twin.split(separator: "-", omittingEmptySubsequences: false)
    return groups.enumerated().map { index, group in
      let isSame = groups.count == others.count && group == others[index]
      let bytes = group.utf8.map { byte -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let draw = UInt8(truncatingIfNeeded: state >> 40)
        guard !isSame else { return byte }
        return switch byte {
        case 48...57: 48 + draw % 10
        case 97...122: 97 + draw % (isHexadecimal ? 6 : 26)
        case 65...90: 65 + draw % 26
        default: byte
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "-")
  }
}

/// A text that an app got beforehand: of a state, an answer, or a mail.
struct KnownText {
  /// Where it came from.
  enum Source: Hashable {
    /// A result of a precondition.
    case state(Int, String)
    /// A place in the answer to a request: a JSON pointer, or `header` and a name.
    case answer(Int, String)
    /// A place in the last mail, which a request sent.
    case mail(Int, String)
  }

  /// What it is called in expressions.
  let name: String
  let source: Source
  /// What it was in either play.
  let texts: (one: String, other: String)
}

/// A text of a request as an expression of what was known.
struct Template {
  /// The text with `${name}` in the place of what was known.
  let expression: String
  /// What it needs.
  let needs: [KnownText]

  /// - Returns: `nil` where what is known does not explain how the texts differ.
  init?(_ one: String, _ other: String, knowing known: [KnownText]) {
    var (expression, filled) = (one, one)
    var needs: [KnownText] = []
    for text in known.sorted(by: { $0.texts.one.utf8.count > $1.texts.one.utf8.count })
    where filled != other && filled.contains(text.texts.one) {
      // What an expression names already is no text of the request any more.
      guard !needs.contains(where: { $0.texts.one.contains(text.texts.one) }) else { continue }
      expression = expression.replacing(text.texts.one, with: "${\(text.name)}")
      filled = filled.replacing(text.texts.one, with: text.texts.other)
      needs.append(text)
    }
    guard filled == other else { return nil }
    (self.expression, self.needs) = (expression, needs)
  }
}
