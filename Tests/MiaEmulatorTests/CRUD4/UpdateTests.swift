import GhostlightCore
import GhostlightEmulation
import Testing

@testable import MiaEmulator

@Suite struct `Update commands of Mia` {
  private func definition() throws -> CRUDDefinition {
    try CRUDDefinition(MiaDefinitions.plates.object ?? [:])
  }

  @Test(arguments: UpdateCase.commands + UpdateCase.arrays)
  func `an update command has its documented effect`(_ row: UpdateCase) throws {
    #expect(try row.run(definition()) == row.expected)
  }

  @Test(arguments: UpdateCase.refusals)
  func `an invalid update command is refused in the service's words`(_ row: UpdateCase) throws {
    #expect(try row.run(definition()) == row.expected)
  }

  @Test func `setOnInsert applies only to new documents`() throws {
    let row = UpdateCase("{}", #"{"$setOnInsert":{"age":"1"},"$set":{"kind":"k"}}"#, "")
    #expect(try row.run(definition(), isNew: true) == #"{"age":1,"kind":"k"}"#)
  }
}
