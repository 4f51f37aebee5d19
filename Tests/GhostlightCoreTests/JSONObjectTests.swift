import GhostlightCore
import Testing

@Suite struct `JSON objects` {
  @Test func `members keep their order through every change`() {
    var object: JSONObject = ["b": 1, "a": 2, "c": 3, "b": 4]
    #expect(object.keys == ["b", "a", "c"])
    object["a"] = "new"
    object["d"] = nil
    object["e"] = .null
    object["b"] = nil
    #expect(JSON.object(object).text() == #"{"a":"new","c":3,"e":null}"#)
    #expect(object.removeValue(forKey: "c") == 3)
    #expect(object.removeValue(forKey: "c") == nil)
    #expect(object.map(\.key) == ["a", "e"])
  }

  @Test(arguments: [2, 16, 17, 18, 100])
  func `objects are equal in any order of their members, with equal hashes`(_ count: Int) {
    let members = (0..<count).map { JSONObject.Member("k\($0)", .integer(Int64($0))) }
    let object = JSON.object(JSONObject(uniqueMembers: members))
    let reversed = JSON.object(JSONObject(uniqueMembers: members.reversed()))
    let rotated = JSON.object(JSONObject(uniqueMembers: Array(members[1...] + members[..<1])))
    #expect(Set([object, reversed, rotated]).count == 1)

    for (index, change) in [(0, "name"), (count - 1, "value"), (count / 2, "value")] {
      var other = members
      if change == "name" { other[index].key = "other" } else { other[index].value = "other" }
      #expect(object != .object(JSONObject(uniqueMembers: other)))
      #expect(reversed != .object(JSONObject(uniqueMembers: other)))
    }
    #expect(object != .object(JSONObject(uniqueMembers: members.dropLast())))
  }

  @Test func `JSON strings are compared by their bytes`() {
    #expect(JSON.string("\u{e9}") != JSON.string("e\u{301}"))
    #expect(["\u{e9}"] as JSON != ["e\u{301}"])
    #expect(["a": "\u{e9}"] as JSON != ["a": "e\u{301}"])
    #expect(JSON.string("\u{212b}") != JSON.string("\u{c5}"))
    #expect(JSON.string("\u{e9}") == JSON.string("\u{e9}"))
  }

  @Test func `names of members are compared by their bytes`() {
    var object: JSONObject = ["\u{e9}": 1]
    #expect(object["e\u{301}"] == nil)
    object["e\u{301}"] = 2
    #expect(object.count == 2)
    #expect(JSONObject.Member("\u{e9}", 1) != JSONObject.Member("e\u{301}", 1))
    #expect((["\u{e9}": 1] as JSONObject) != (["e\u{301}": 1] as JSONObject))
  }

  @Test func `numbers with different notation are different values`() throws {
    let numbers = try ["1", "1.0", "1.00", "1e0", "10e-1"].map { try JSON.parse($0) }
    #expect(Set(numbers).count == 5)
    #expect(numbers.map(\.number) == [1, 1, 1, 1, 1])
    #expect(try JSON.parse("-0.0") == JSON.parse("0.0"))
    #expect(try JSON.parse("-0").number == 0)
  }
}
