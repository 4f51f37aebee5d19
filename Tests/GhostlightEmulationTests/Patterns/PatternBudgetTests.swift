import GhostlightCore
import GhostlightPatterns
import Testing

@testable import GhostlightEmulation

@Suite struct `Work budget of regular expressions` {
  @Test func `compiling an expression spends units for its steps`() throws {
    let pattern = "(?:a|b){1,1000}"
    #expect(throws: Fault.workLimit(4_000)) {
      _ = try CompiledPattern.compile(pattern, within: WorkBudget(4_000))
    }
    let compiled = try CompiledPattern.compile(pattern, within: WorkBudget(6_000)).get()
    #expect(compiled.matches("b"))
  }

  @Test func `compiling an expression with too many steps spends units too`() throws {
    let budget = WorkBudget(20_000)
    for _ in 0..<15 {
      let result = try CompiledPattern.compile("a{1,1000}{1,1000}", within: budget)
      #expect(throws: PatternError("regular expression is too large")) { _ = try result.get() }
    }
    #expect(throws: Fault.workLimit(20_000)) {
      _ = try CompiledPattern.compile("a{1,1000}{1,1000}", within: budget)
    }
  }

  /// Each path through one of these expressions takes a step for each letter: 9,000 paths, 100,000
  /// letters.
  @Test(arguments: [
    "(?:a{1,1000}){1,4}b", "(?:a?){1000}{3}b", "(?=a{1,900})a{1,900}c",
  ])
  func `matching spends units for the paths through a text`(_ pattern: String) throws {
    let compiled = try CompiledPattern(pattern)
    let text = String(repeating: "a", count: 100_000)
    #expect(throws: Fault.workLimit(300_000)) {
      try compiled.matches(text, within: WorkBudget(300_000))
    }
  }

  @Test func `a repetition can be repeated`() throws {
    let pattern = try CompiledPattern("^a{2}{3}$")
    #expect(
      [5, 6, 7].map { pattern.matches(String(repeating: "a", count: $0)) }
        == [false, true, false])
    #expect(throws: PatternError("groups are nested too deep")) {
      _ = try CompiledPattern("a" + String(repeating: "{1}", count: 101))
    }
  }

  @Test(arguments: [#"^\d{4}-\d{2}$"#, "lamp", "(?i)l[aeiou]mp", #"\p{Lu}"#])
  func `an ordinary expression needs few units`(_ pattern: String) throws {
    let budget = WorkBudget(200)
    let compiled = try CompiledPattern.compile(pattern, within: budget).get()
    for _ in 0..<10 { _ = try compiled.matches("a lamp of 2019-10 É", within: budget) }
  }

  /// The strings differ only at their ends, so comparing them at each position would take 400
  /// million comparisons.
  @Test func `a literal needs only the sum of both lengths`() throws {
    let literal = try CompiledPattern(String(repeating: "a", count: 4_000) + "b")
    let text = String(repeating: "a", count: 1_000_000)
    #expect(try !literal.matches(text, within: WorkBudget(40_000)))
    #expect(literal.matches(text + "b"))
    #expect(try CompiledPattern("aab").matches("aaab"))
    #expect(try CompiledPattern("abab").matches("abaabab"))
    #expect(try !CompiledPattern("^abab").matches("aabab"))
  }
}
