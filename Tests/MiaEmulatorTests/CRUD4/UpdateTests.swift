import GhostlightCore
import GhostlightEmulation
import Testing

@testable import MiaEmulator

@Suite struct `The update language of Mia` {
  private func definition() throws -> CRUDDefinition {
    try CRUDDefinition(MiaDefinitions.plates.object ?? [:])
  }

  @Test(arguments: UpdateCase.commands + UpdateCase.arrays)
  func `changes what it says`(_ row: UpdateCase) throws {
    #expect(try row.run(definition()) == row.expected)
  }

  @Test(arguments: UpdateCase.refusals)
  func `refuses in the service's words`(_ row: UpdateCase) throws {
    #expect(try row.run(definition()) == row.expected)
  }

  @Test func `setOnInsert is for new documents`() throws {
    let row = UpdateCase("{}", #"{"$setOnInsert":{"age":"1"},"$set":{"kind":"k"}}"#, "")
    #expect(try row.run(definition(), isNew: true) == #"{"age":1,"kind":"k"}"#)
  }
}
