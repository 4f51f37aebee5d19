import GhostlightCore

/// The random strings of a scene, which differ between two plays, and their replacements.
///
/// They are ids and tokens of client and server. A replacement has the same form as the random
/// string and is always the same, so that a contract has no id that was ever issued.
struct DrawnTexts {
  private var standIns: [String: String] = [:]
  /// The minimum length in bytes; shorter strings cannot be distinguished from words of the scene.
  private static let fewest = 16

  /// Collects the random strings in `one` and `other`, the bodies at the same place in two plays.
  mutating func read(_ one: [UInt8], _ other: [UInt8]) {
    read(String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
  }

  /// Collects the random words in `one` and `other`, the strings at the same place in two plays.
  mutating func read(_ one: String, _ other: String) {
    let (words, others) = (Self.words(one), Self.words(other))
    guard words.count == others.count else { return }
    for (word, twin) in zip(words, others)
    where word != twin && word.utf8.count >= Self.fewest && standIns[word] == nil {
      standIns[word] = Self.standIn(for: word, besides: twin, number: standIns.count)
    }
  }

  /// Returns a string with the replacements.
  ///
  /// Shorter random strings are replaced before longer ones that contain them.
  func replaced(in text: String) -> String {
    let present = standIns.filter { text.contains($0.key) }
    return present.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
      .reduce(into: text) { $0 = $0.replacing($1.key, with: $1.value) }
  }

  /// Returns the runs of letters, digits, hyphens and underscores; an escaped byte (`%22`) ends a
  /// run.
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

  /// Returns a replacement of the same form: digits for digits, and letters for letters.
  ///
  /// A part between hyphens that is equal in both plays, such as the type at the end of an EGF2 id,
  /// is unchanged.
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

/// A string that an app received before a request: from a provider state, a response or a mail.
struct KnownText {
  /// The place from which the app received a string.
  enum Source: Hashable {
    /// A value of a precondition, with the precondition's index and the name of the value.
    case state(Int, String)
    /// A response, with the request's index and a JSON pointer, or `header` and the field's name.
    case answer(Int, String)
    /// The last mail, with the index of the request that sent it and a JSON pointer.
    case mail(Int, String)
  }

  /// The name of the string in expressions such as `${name}`.
  let name: String
  let source: Source
  /// The string in each of the two plays.
  let texts: (one: String, other: String)
}

/// A string of a request, written as an expression that refers to received strings.
struct Template {
  /// The string, in which `${name}` replaces each received string.
  let expression: String
  /// The received strings that the expression contains.
  let needs: [KnownText]

  /// Finds an expression for the strings that two plays have at the same place.
  ///
  /// - Returns: `nil` if the received strings do not explain all differences.
  init?(_ one: String, _ other: String, knowing known: [KnownText]) {
    var (expression, filled) = (one, one)
    var needs: [KnownText] = []
    for text in known.sorted(by: { $0.texts.one.utf8.count > $1.texts.one.utf8.count })
    where filled != other && filled.contains(text.texts.one) {
      // Skips a received string if it is part of a string that has already been replaced.
      guard !needs.contains(where: { $0.texts.one.contains(text.texts.one) }) else { continue }
      expression = expression.replacing(text.texts.one, with: "${\(text.name)}")
      filled = filled.replacing(text.texts.one, with: text.texts.other)
      needs.append(text)
    }
    guard filled == other else { return nil }
    (self.expression, self.needs) = (expression, needs)
  }
}
