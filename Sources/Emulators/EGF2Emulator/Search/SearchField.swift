import GhostlightCore
import GhostlightEmulation

/// One field of an index (A13): where its value stands and how texts of it compare.
struct SearchField: Sendable, Hashable {
  /// What a field's values are.
  enum Kind: String, Sendable {
    case string
    case integer
    case boolean
    case date
  }

  let name: String
  let path: FieldPath
  let kind: Kind
  /// Whether texts count word by word.
  var isAnalyzed = true
  /// Whether texts count as a whole as well.
  var isWhole = false

  init(_ name: String, _ path: FieldPath, _ kind: Kind) {
    self.name = name
    self.path = path
    self.kind = kind
  }
}

/// What a field's value must be like (A13).
extension SearchField {
  /// Whether any of the words, or the text as a whole, is in a value.
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

  /// Whether a filter's values let a value pass.
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

  /// Whether a value lies in a range, ends included.
  func rangeTest(_ range: SearchRange) -> FieldTest {
    let field = self
    return .valueOrAnyElement(
      .measured { value, budget throws(Fault) in
        try budget.spend(8)
        return value.map { field.isInside($0, range) } ?? false
      })
  }

  /// Equal as a whole, numbers by value, booleans by their JSON text, or to a word.
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

  /// The number that a text spells.
  fileprivate static func number(_ text: String) -> JSON? {
    do throws(JSONError) {
      let json = try JSON.parse(Array(text.utf8))
      return json.number == nil ? nil : json
    } catch { return nil }
  }

  /// The JSON text of a value.
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
    // An upper bound without a time includes its day.
    let high = range.high.map { text in
      Self.day(text).map { ($0 + 1) * 86_400_000 - 1 } ?? ISODate.milliseconds(text)
    }
    return Self.isInside(time, range.low.map(ISODate.milliseconds), high)
  }

  /// Compares with bounds, of which a given one that cannot be read lets nothing through.
  private static func isInside<Value: Comparable>(
    _ value: Value, _ low: Value??, _ high: Value??
  ) -> Bool {
    if let low { guard let low, low <= value else { return false } }
    if let high { guard let high, value <= high else { return false } }
    return true
  }

  /// The day of a text such as `2017-01-20`, in days since 1970.
  private static func day(_ text: String) -> Int64? {
    guard text.utf8.count == 10, let time = ISODate.milliseconds(text) else { return nil }
    return CivilDate(milliseconds: time).daysSince1970
  }
}

/// One `field:low:high` of the `range` parameter (A13); an open end is `nil`.
struct SearchRange: Sendable, Hashable {
  let field: String
  let low: String?
  let high: String?

  /// Reads a list with commas between.
  ///
  /// - Throws: ``Fault/incorrectRange`` for a piece of another form (E25).
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

  /// Refuses bounds that the field's values cannot be compared with.
  ///
  /// - Throws: ``Fault/incorrectRange`` (E25).
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
