import GhostlightCore
import GhostlightEmulation

/// The values of a field that a path lists (A15.3).
///
/// A text means a value of the same bytes, or the same number however it is written.
struct NamedValues {
  private let texts: Set<ExactText>
  private let numbers: Set<Double>

  /// Reads a list; a text that is one value of the field is not split (D43).
  init(_ text: String, among present: [JSON]) {
    let whole = NamedValues([text])
    self = present.contains(where: whole.contains) ? whole : NamedValues(text.parts(at: ","))
  }

  private init(_ names: [String]) {
    texts = Set(names.map(ExactText.init))
    numbers = Set(names.compactMap(DecimalText.double))
  }

  /// Whether the list names a value.
  func contains(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): return texts.contains(ExactText(text))
    case .bool: return texts.contains(ExactText(value.description))
    case .integer, .double, .decimal:
      if texts.contains(ExactText(value.description)) { return true }
      // Beyond this, neighbouring integers are the same `Double`.
      guard let number = value.number, number.magnitude < 0x1p53 else { return false }
      return numbers.contains(number)
    default: return false
    }
  }
}
