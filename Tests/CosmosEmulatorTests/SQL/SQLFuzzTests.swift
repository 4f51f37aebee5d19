import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator

/// Tests with random queries that follow the grammar, and with strings that nearly do.
@Suite struct `Random SQL queries` {
  @Test func `100,000 random queries are processed or refused`() {
    var maker = SQLMaker(seed: 20_190_920)
    var answered = 0
    var refused = 0
    for _ in 0..<100_000 {
      do {
        _ = try SQLCase(maker.text(), "").run(over: `SQL clauses`.people)
        answered += 1
      } catch {
        refused += 1
      }
    }
    #expect(answered + refused == 100_000)
    #expect(answered > 20_000)
    #expect(refused > 20_000)
  }
}

private struct SQLMaker {
  private var random: SplitMix64
  /// The names that the current part of the query can use.
  private var names: [String] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(random.next() % UInt64(choices.count))]
  }

  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

  mutating func text() -> String {
    var text = query(3)
    if chance(25) { damage(&text) }
    return text
  }

  private mutating func damage(_ text: inout String) {
    var units = Array(text.utf16)
    for _ in 0..<(1 + random.next() % 3) where !units.isEmpty {
      let position = Int(random.next() % UInt64(units.count))
      switch random.next() % 3 {
      case 0: units.remove(at: position)
      case 1: units.insert(UInt16(truncatingIfNeeded: random.next() % 128), at: position)
      default: units[position] = UInt16(truncatingIfNeeded: random.next())
      }
    }
    text = String(decoding: units, as: UTF16.self)
  }

  private mutating func query(_ depth: Int) -> String {
    let outer = names
    defer { names = outer }
    var source = ""
    if chance(85) {
      let (from, found) = pick(Self.sources)
      source = " FROM " + from
      names += found
      if chance(20), found.contains("c.name") {
        source += " JOIN u IN " + pick(["c.tags", "c.nope", "c"])
        names.append("u")
      }
    }
    var text = "SELECT " + pick(["", "", "", "DISTINCT ", "TOP 2 "])
    text +=
      chance(60) ? "VALUE " + expression(depth) : expression(depth) + " AS a, " + expression(depth)
    text += source
    if chance(50) { text += " WHERE " + expression(depth) }
    if chance(5) { text += " GROUP BY c.age" }
    if chance(10) { text += " ORDER BY c.name" + pick(["", " DESC", " ASC, c.age"]) }
    if chance(10) { text += " OFFSET 1 LIMIT 2" }
    return text
  }

  private static let sources: [(String, [String])] = [
    ("c", ["c", "c.name", "c.age", "c.tags[0]", "c['home']"]), ("c x", ["x", "x.name"]),
    ("c", ["c", "c.name", "c.age", "c.tags", "c.home.city"]), ("t IN c.tags", ["t"]),
    ("c.home", ["home.city"]),
  ]

  private mutating func expression(_ depth: Int) -> String {
    guard depth > 0, chance(75) else {
      return chance(50) && !names.isEmpty
        ? pick(names)
        : pick([
          "1", "-2.5", "'a'", "\"é\"", "true", "null", "undefined", "'b'", "3", "@p",
          "[1,2]", "{a: 1}", "1e308", "0x1f",
        ])
    }
    let (left, right) = (expression(depth - 1), expression(depth - 1))
    switch random.next() % 12 {
    case 0: return "(\(left) \(pick(["+", "-", "*", "/", "%"])) \(right))"
    case 1: return "\(left) \(pick(["=", "!=", "<", ">=", "<>"])) \(right)"
    case 2: return "(\(left) \(pick(["AND", "OR", "??", "||"])) \(right))"
    case 3: return "\(pick(["-", "~", "NOT ", "+"]))\(left)"
    case 4: return "(\(left) \(pick(["&", "|", "^", "<<", ">>", ">>>"])) \(right))"
    case 5: return "\(left) IN (\(right), 1)"
    case 6: return "\(left) BETWEEN \(right) AND 3"
    case 7: return "\(left) LIKE 'a%_[b-c]'"
    case 8: return "(\(left) ? \(right) : null)"
    case 9: return "\(pick(["(", "EXISTS(", "ARRAY("]))\(query(depth - 1)))"
    case 10: return "{x: \(left)}.x"
    default: return "\(pick(functions))(\(chance(80) ? left + ", " + right : left))"
    }
  }

  private let functions = SQLFunction.all.keys.sorted() + ["COUNT", "NOPE"]
}
