import GhostlightCore
import Testing

@Suite struct `Names that resemble each other` {
  @Test(
    arguments: [
      ("namespce", ["namespace"]), ("namespaec", ["namespace"]), ("NAMESPACE", ["namespace"]),
      ("lmit", ["limit"]), ("limti", ["limit"]), ("xlimit", ["limit"]), ("lixxt", ["limit"]),
      ("lixxx", []), ("li", ["limit"]), ("l", ["limit"]), ("", []), ("emulat", ["emulator"]),
      ("zzzzzz", []), ("offset", ["offset"]), ("of", ["offset"]), ("offsetoffset", ["offset"]),
      ("set", ["offset"]), ("se", []),
    ] as [(String, [String])])
  func `a near name differs by two letters or a third, or contains the other name`(
    _ name: String, _ near: [String]
  ) {
    let names = ["namespace", "limit", "emulator", "offset"]
    #expect(NearestNames.names(to: name, in: names) == near)
  }

  @Test func `the names are ordered from the nearest, and limited to three`() {
    #expect(NearestNames.names(to: "ob", in: ["to", "on"]) == ["on"])
    #expect(NearestNames.names(to: "ab", in: ["xy"]) == [])
    #expect(NearestNames.names(to: "a", in: []) == [])
    #expect(
      NearestNames.names(to: "abc", in: ["zzzzabc", "abcdefghijk", "abd"])
        == ["abd", "abcdefghijk", "zzzzabc"])
    let similar = ["field4s", "fields", "fieldss", "feilds"]
    #expect(NearestNames.names(to: "feilds", in: similar) == ["feilds", "fields", "field4s"])
    #expect(NearestNames.names(to: "feilds", in: similar, limit: 1) == ["feilds"])
  }

  @Test(
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1),
      ("abcd", "bacd", 1), ("abcd", "badc", 2), ("flaw", "lawn", 2), ("same", "same", 0),
    ])
  func `a distance counts insertions, removals, replacements and swaps`(
    _ left: String, _ right: String, _ distance: Int
  ) {
    #expect(EditDistance.between(left, right) == distance)
  }
}
