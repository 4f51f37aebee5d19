import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// Update commands for a document, with the changed document or the refusal.
struct UpdateCase: Sendable, CustomTestStringConvertible {
  let document: String
  let commands: String
  let expected: String
  let filter: String

  init(_ document: String, _ commands: String, _ expected: String, filter: String = "{}") {
    self.document = document
    self.commands = commands
    self.expected = expected
    self.filter = filter
  }

  var testDescription: String { "\(commands) on \(document) → \(expected)" }

  /// Returns the document after the commands as a string, or the status and message of the refusal.
  func run(_ definition: CRUDDefinition, isNew: Bool = false) throws -> String {
    let document = try #require(try JSON.parse(document).object)
    let filter = try FilterParser(schema: definition.filterSchema)
      .parse(try #require(try JSON.parse(filter).object))
    let body = try JSON.parse(commands)
    do throws(Fault) {
      let result = try UpdateCommands(body, definition, inserts: isNew, within: .unlimited)
        .applied(
          to: document, foundBy: filter, at: 1_586_106_974_175, isNew: isNew, within: .unlimited)
      return JSON.object(result).text()
    } catch { return "\(error.status.code) \(error.message)" }
  }
}
