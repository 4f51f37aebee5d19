import GhostlightCore
import TestSupport

/// Generates small random JSON values that are often similar; equal seeds give equal values.
struct RandomJSON {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// Returns a value with at most `depth` levels of arrays and objects.
  mutating func value(depth: Int) -> JSON {
    switch numbers.below(depth > 0 ? 10 : 7) {
    case 0: return .null
    case 1: return .bool(numbers.below(2) == 0)
    case 2: return .integer(Int64(numbers.below(3)))
    case 3: return .double(Double(numbers.below(4)) / 2)
    case 4, 5, 6: return .string(numbers.pick(["", "a", "\u{E9}", "e\u{301}"]))
    case 7: return .array((0..<numbers.below(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<numbers.below(4) {
        object[numbers.pick(["a", "b", "c d"])] = value(depth: depth - 1)
      }
      return .object(object)
    }
  }
}
