import GhostlightCore
import GhostlightPatterns

extension PactMatcher {
  /// Returns whether a value satisfies the matcher without an example.
  ///
  /// Matchers that need an example accept any value. With `isText`, a string from a header field or
  /// query also counts as the number or Boolean that it spells.
  func admits(_ value: JSON, isText: Bool = false) -> Bool {
    switch self {
    case .regex(let pattern):
      Pattern(pattern, isWhole: true)?.isFound(in: value.ruleText) ?? false
    case .include(let part): value.ruleText.contains(part)
    case .integer: value.isWhole || isText && value.spelled?.isWhole == true
    case .decimal:
      value.kind == .number && !value.isWhole || isText && value.spelled?.isWhole == false
    case .number: value.kind == .number || isText && value.spelled != nil
    case .boolean: value.kind == .bool || value == "true" || value == "false"
    case .null: value.isNull
    case .date(let format): Self.isDate(value, format, or: .isoDate)
    case .time(let format): Self.isDate(value, format, or: .isoTime)
    case .timestamp(let format): Self.isDate(value, format, or: .isoTimestamp)
    case .notEmpty: !value.isNothing
    case .semver: value.string.map(SemanticVersion.isOne) ?? false
    case .statusClass(let name):
      StatusClass(rawValue: name)?.contains(Int(value.integer ?? 0)) ?? false
    case .statusCodes(let codes): codes.contains { Int64($0) == value.integer }
    case .contentType(let type):
      ContentSniffer.fits(Array(value.plainText.utf8), MediaType(type))
    case .equality, .type, .eachKey, .eachValue, .values, .arrayContains: true
    case .other: false
    }
  }

  /// Whether the matcher also applies to the values inside the value at its path.
  var cascades: Bool {
    switch self {
    case .eachValue, .values, .arrayContains, .statusClass, .statusCodes: false
    default: true
    }
  }

  private static func isDate(_ value: JSON, _ format: String?, or fallback: DateFormat) -> Bool {
    let format = format.flatMap { $0.isEmpty ? nil : DateFormat($0) } ?? fallback
    return format.matches(value.plainText)
  }

  /// Returns a description of what the matcher requires, for failure messages.
  func words(for example: JSON?) -> String {
    let such = example.map { ", such as \(JSONComparison.short($0))" } ?? ""
    switch self {
    case .equality: return example.map(JSONComparison.short) ?? "the same"
    case .type: return "the same kind\(such)"
    case .regex(let pattern): return "a text that matches \(pattern)\(such)"
    case .include(let part): return "a text with \(JSON.string(part))"
    case .integer: return "a whole number\(such)"
    case .decimal: return "a number with a fraction\(such)"
    case .number: return "a number\(such)"
    case .boolean: return "true or false"
    case .null: return "null"
    case .date(let format): return "a date \(format ?? "of ISO 8601")\(such)"
    case .time(let format): return "a time \(format ?? "of ISO 8601")\(such)"
    case .timestamp(let format): return "a date and time \(format ?? "of ISO 8601")\(such)"
    case .notEmpty: return "a value that is not empty"
    case .semver: return "a semantic version\(such)"
    case .statusClass(let name): return "a status of \(name)"
    case .statusCodes(let codes):
      return "one of " + codes.map { String($0) }.joined(separator: ", ")
    case .contentType(let type): return "content of \(type)"
    case .eachKey, .eachValue, .values: return "an object or array\(such)"
    case .arrayContains: return "an array\(such)"
    case .other: return "a value\(such)"
    }
  }
}

extension JSON {
  /// The value as a string for patterns.
  fileprivate var ruleText: String { isNull ? "null" : plainText }

  /// The number that a string spells as in JSON; `nil` if it does not spell one.
  fileprivate var spelled: JSON? {
    guard let text = string, !text.contains(where: \.isWhitespace),
      let json = JSON.parsed(Array(text.utf8)),
      json.kind == .number
    else { return nil }
    return json
  }

  /// Whether the value is `null`, or an empty string, array or object.
  fileprivate var isNothing: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let array): array.isEmpty
    case .object(let object): object.isEmpty
    case .bool, .integer, .double, .decimal: false
    }
  }
}

/// Recognizes semantic versions such as `1.0.0-rc.1+build.5`.
///
/// - Source: Semantic Versioning 2.0.0, item 2 and following.
enum SemanticVersion {
  static func isOne(_ text: String) -> Bool {
    let build = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    if build.count > 1, !areWords(build[1], numbersAreStrict: false) { return false }
    let parts = build[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1, !areWords(parts[1], numbersAreStrict: true) { return false }
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3 && numbers.allSatisfy { isNumber($0) && isStrict($0) }
  }

  private static func areWords(_ text: Substring, numbersAreStrict: Bool) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy {
          (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 45
        }
        && (!numbersAreStrict || !isNumber(word) || isStrict(word))
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func isStrict(_ text: Substring) -> Bool {
    text.utf8.count == 1 || text.utf8.first != 48
  }
}

/// A regular expression of a contract, which is matched in linear time.
///
/// Back references and possessive quantifiers are not supported, because they cannot be matched in
/// linear time.
struct Pattern {
  private let expression: CompiledPattern

  /// Compiles an expression, which with `isWhole` matches only whole strings; returns `nil` if it
  /// is invalid.
  init?(_ text: String, isWhole: Bool = false) {
    guard let expression = try? CompiledPattern(text, isWhole: isWhole) else { return nil }
    self.expression = expression
  }

  func isFound(in text: String) -> Bool { expression.matches(text) }

  /// Returns an expression that matches a string literally.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "\\*?+[(){}^$|./".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }

  /// Returns the text that the first capturing group of `expression` matches, ignoring groups
  /// inside other groups.
  static func firstGroup(of expression: String, in text: String) -> Substring? {
    guard let parts = split(expression) else { return nil }
    let (before, group, after) = parts
    guard let head = Pattern("(?:\(before))$"), let tail = Pattern("^(?:\(group))(?:\(after))"),
      let whole = Pattern("^(?:\(group))$"), let rest = Pattern("^(?:\(after))")
    else { return nil }
    // As in a backtracking matcher, the part before the group matches as much as possible, and then
    // the group does.
    for start in text.indices.reversed()
    where head.isFound(in: String(text[..<start])) && tail.isFound(in: String(text[start...])) {
      for end in text[start...].indices.reversed().map({ text.index(after: $0) }) + [start]
      where whole.isFound(in: String(text[start..<end])) && rest.isFound(in: String(text[end...])) {
        return text[start..<end]
      }
    }
    return nil
  }

  /// Splits an expression into the parts before, inside and after its first capturing group.
  private static func split(
    _ expression: String
  ) -> (before: Substring, group: Substring, after: Substring)? {
    var depth = 0
    var start: String.Index?
    var isInClass = false
    var index = expression.startIndex
    while index < expression.endIndex {
      let next = expression.index(after: index)
      switch expression[index] {
      case "\\" where next < expression.endIndex: index = next
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        if depth == 0, start == nil, next < expression.endIndex, expression[next] != "?" {
          start = next
        }
        depth += 1
      case ")" where !isInClass:
        depth -= 1
        if depth == 0, let start {
          let before = expression.index(before: start)
          var after = expression[next...]
          // An optional group matches if possible. A repeated group has no single match and is
          // rejected.
          if after.first == "?" { after = after.dropFirst() }
          guard !"*+{?".contains(after.first ?? " ") else { return nil }
          return (expression[..<before], expression[start..<index], after)
        }
      default: break
      }
      index = expression.index(after: index)
    }
    return nil
  }
}

/// A class of status codes, with Pact's name for it.
enum StatusClass: String, CaseIterable {
  case info
  case success
  case redirect
  case clientError
  case serverError
  case nonError
  case error

  func contains(_ status: Int) -> Bool {
    switch self {
    case .info: (100...199).contains(status)
    case .success: (200...299).contains(status)
    case .redirect: (300...399).contains(status)
    case .clientError: (400...499).contains(status)
    case .serverError: (500...599).contains(status)
    case .nonError: status < 400
    case .error: status >= 400
    }
  }
}
