import GhostlightCore

/// Draws small JSON values that often resemble one another; the same seed draws the same ones.
struct RandomJSON {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A value of at most so many levels.
  mutating func value(depth: Int) -> JSON {
    switch draw(depth > 0 ? 10 : 7) {
    case 0: return .null
    case 1: return .bool(draw(2) == 0)
    case 2: return .integer(Int64(draw(3)))
    case 3: return .double(Double(draw(4)) / 2)
    case 4, 5, 6: return .string(["", "a", "\u{E9}", "e\u{301}"][draw(4)])
    case 7: return .array((0..<draw(5)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<draw(4) { object[["a", "b", "c d"][draw(3)]] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  /// A number below `limit`, by SplitMix64.
  private mutating func draw(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
