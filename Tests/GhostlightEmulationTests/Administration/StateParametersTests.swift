import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Parameters of provider states` {
  private let parameters = StateParameters([
    "name": "ada", "empty": "", "number": 5, "flag": true, "object": ["a": 1], "list": ["a", "b"],
    "mixed": ["a", 1],
  ])

  @Test func `parameters of a provider state are read by their kind`() throws {
    #expect(try parameters.string("name") == "ada")
    #expect(try parameters.integer("number", 0...9, default: 1) == 5)
    #expect(try parameters.flag("flag"))
    #expect(try parameters.object("object") == ["a": 1])
    #expect(try parameters.strings("list") == ["a", "b"])
    #expect(parameters.value("number") == 5)
  }

  @Test func `missing parameters have defaults`() throws {
    #expect(try parameters.string("no", default: "x") == "x")
    #expect(try parameters.optionalString("no") == nil)
    #expect(try parameters.integer("no", 0...9, default: 1) == 1)
    #expect(try parameters.flag("no") == false)
    #expect(try parameters.object("no", default: [:]) == [:])
    #expect(try parameters.optionalObject("no") == nil)
    #expect(try parameters.strings("no") == [])
  }

  @Test func `parameters that are not valid are refused with their name and a remedy`() {
    func message(_ body: () throws -> Void) -> String? {
      #expect(throws: ProviderStateError.self, performing: body)?.description
    }
    #expect(
      message { _ = try parameters.string("no") }
        == #"the parameter "no" is missing; give a string"#)
    #expect(
      message { _ = try parameters.string("empty") }
        == #"the parameter "empty" must be a string that is not empty"#)
    #expect(
      message { _ = try parameters.integer("number", 0...4, default: 1) }
        == #"the parameter "number" must be a whole number from 0 to 4"#)
    #expect(
      message { _ = try parameters.flag("name") } == #"the parameter "name" must be true or false"#)
    #expect(
      message { _ = try parameters.object("no") } == #"the parameter "no" must be an object"#)
    #expect(
      message { _ = try parameters.strings("mixed") }
        == #"the parameter "mixed" must be an array of strings"#)
  }
}
