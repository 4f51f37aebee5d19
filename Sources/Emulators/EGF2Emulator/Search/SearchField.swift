import GhostlightCore
import GhostlightEmulation

/// One field of a search index (A13): the path of its value, and the rules for comparing strings.
struct SearchField: Sendable, Hashable {
  enum Kind: String, Sendable {
    case string
    case integer
    case boolean
    case date
  }

  let name: String
  let path: FieldPath
  let kind: Kind
  /// Whether strings are compared word by word.
  var isAnalyzed = true
  /// Whether complete strings are compared too.
  var isWhole = false

  init(_ name: String, _ path: FieldPath, _ kind: Kind) {
    self.name = name
    self.path = path
    self.kind = kind
  }

  /// Returns the field with a different path.
  func at(_ path: FieldPath) -> SearchField {
    var field = SearchField(name, path, kind)
    (field.isAnalyzed, field.isWhole) = (isAnalyzed, isWhole)
    return field
  }
}

/// Tests that a search applies to a field's value (A13).
extension SearchField {
  /// Returns a test that a value passes if it contains one of `words` or, as a complete string,
  /// equals `text`.
  func textTest(_ text: String, words: Set<BytewiseString>) -> FieldTest {
    let field = self
    return .valueOrAnyElement(
      .measured { value, budget throws(Fault) in
        guard let value, !value.isNull else { return false }
        guard let own = value.string else {
          return words.contains(BytewiseString(try Self.text(value, budget)))
        }
        try budget.spend(own.utf8.count >> 2 + 1)
        if field.isWhole, own.isExactly(text) { return true }
        return field.isAnalyzed
          && SearchWords.words(of: own).contains { words.contains(BytewiseString($0)) }
      })
  }

  /// Returns a test that a value passes if it matches the filter that consists of `values`.
  func filterTest(_ values: [String]) -> FieldTest {
    if values == ["-"] { return .anyOf([.isMissing, .isNull]) }
    if values.count == 1, let day = Self.day(values[0]) { return dayTest(day) }
    let wanted = values.filter { !$0.hasPrefix("!") }
    let unwanted = values.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
    var tests: [FieldTest] = []
    if !wanted.isEmpty { tests.append(.anyOf(wanted.map(equalityTest))) }
    if !unwanted.isEmpty { tests.append(.noneOf(unwanted.map(equalityTest))) }
    return .allOf(tests)
  }

  /// Returns a test that a value passes if it is in `range`, including the ends.
  func rangeTest(_ range: SearchRange) -> FieldTest {
    let field = self
    return .valueOrAnyElement(
      .measured { value, budget throws(Fault) in
        try budget.spend(8)
        return value.map { field.isInside($0, range) } ?? false
      })
  }

  /// Returns the test whether a value is equal to a filter's value.
  ///
  /// Numbers are compared by value, booleans by their JSON form. A string is equal if it is the
  /// same string, or if one of its words is.
  private func equalityTest(_ text: String) -> FieldTest {
    let isAnalyzed = isAnalyzed
    let word = text.lowercased()
    let number = Self.number(text)
    return .valueOrAnyElement(
      .measured { value, budget throws(Fault) in
        guard let value, !value.isNull else { return false }
        if let number, value.number != nil { return value.isSame(as: number) }
        guard let own = value.string else { return try Self.text(value, budget) == text }
        try budget.spend(own.utf8.count >> 2 + 1)
        return own.isExactly(text)
          || isAnalyzed && SearchWords.words(of: own).contains { $0.isExactly(word) }
      })
  }

  /// Returns the number in a string, or `nil` if the string is not a number.
  fileprivate static func number(_ text: String) -> JSON? {
    do throws(JSONError) {
      let json = try JSON.parse(Array(text.utf8))
      return json.number == nil ? nil : json
    } catch { return nil }
  }

  /// Returns the value as JSON text.
  private static func text(_ value: JSON, _ budget: WorkBudget) throws(Fault) -> String {
    try budget.spend(walking: value)
    return value.text()
  }

  private func dayTest(_ day: Int64) -> FieldTest {
    .valueOrAnyElement(
      .measured { value, budget throws(Fault) in
        try budget.spend(4)
        guard let time = value?.string.flatMap(ISODate.milliseconds) else { return false }
        return CivilDate(milliseconds: time).daysSince1970 == day
      })
  }

  private func isInside(_ value: JSON, _ range: SearchRange) -> Bool {
    if let number = value.number {
      return Self.isInside(number, range.low.map(Double.init), range.high.map(Double.init))
    }
    guard let text = value.string else { return false }
    guard kind == .date else {
      let bytes = text.utf8
      return !(range.low.map { bytes.lexicographicallyPrecedes($0.utf8) } ?? false)
        && !(range.high.map { $0.utf8.lexicographicallyPrecedes(bytes) } ?? false)
    }
    guard let time = ISODate.milliseconds(text) else { return false }
    // An upper bound that is a date without a time includes the complete day.
    let high = range.high.map { text in
      Self.day(text).map { ($0 + 1) * 86_400_000 - 1 } ?? ISODate.milliseconds(text)
    }
    return Self.isInside(time, range.low.map(ISODate.milliseconds), high)
  }

  /// Returns whether a value is within bounds; a bound that cannot be parsed excludes all values.
  private static func isInside<Value: Comparable>(
    _ value: Value, _ low: Value??, _ high: Value??
  ) -> Bool {
    if let low { guard let low, low <= value else { return false } }
    if let high { guard let high, value <= high else { return false } }
    return true
  }

  /// Returns the day in a string such as `2017-01-20`, in days since 1970, or `nil` for other
  /// strings.
  private static func day(_ text: String) -> Int64? {
    guard text.utf8.count == 10, let time = ISODate.milliseconds(text) else { return nil }
    return CivilDate(milliseconds: time).daysSince1970
  }
}

/// One range `field:low:high` of the parameter `range` (A13); an open end is `nil`.
struct SearchRange: Sendable, Hashable {
  let field: String
  let low: String?
  let high: String?

  /// Parses a comma-separated list of ranges.
  ///
  /// - Throws: ``Fault/incorrectRange`` if a range does not have the form `field:low:high` (E25).
  static func parse(_ text: String) throws(Fault) -> [SearchRange] {
    var ranges: [SearchRange] = []
    for piece in text.split(separator: ",") {
      let parts = piece.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, !parts[0].isEmpty else {
        throw .incorrectRange.filled(["piece": String(piece), "form": "field:low:high"])
      }
      ranges.append(SearchRange(field: parts[0], low: bound(parts[1]), high: bound(parts[2])))
    }
    return ranges
  }

  private static func bound(_ text: String) -> String? {
    text.isEmpty || text == "min" || text == "max" ? nil : text
  }

  /// Rejects bounds that cannot be compared with the field's values.
  ///
  /// - Throws: ``Fault/incorrectRange`` for the first such bound (E25).
  func check(against field: SearchField) throws(Fault) {
    for bound in [low, high] {
      guard let bound else { continue }
      let form: String
      switch field.kind {
      case .integer where SearchField.number(bound) == nil: form = "a number"
      case .date where ISODate.milliseconds(bound) == nil: form = "a day, such as 2017-01-20"
      case .integer, .date, .string, .boolean: continue
      }
      throw .incorrectRange.filled(["piece": "\(self.field):\(bound)", "form": form])
    }
  }
}
