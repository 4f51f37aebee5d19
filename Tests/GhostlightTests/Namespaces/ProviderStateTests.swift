import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Provider states of a namespace` {
  @Test func `a provider state changes the backend and returns its values`() throws {
    let stage = Stage.notes()
    let values = try stage.namespace("one")
      .setUp("note exists", in: "other", parameters: ["text": "x"])
    #expect(values["id"]?.string?.utf8.count == 36)
    #expect(stage.texts(in: "one", by: "other") == ["x"])
    #expect(try stage.namespace("one").journal.count == 1)
  }

  @Test func `two provider states draw two identifiers`() throws {
    let space = try Stage.notes().namespace()
    #expect(
      try space.setUp("note exists", in: "notes")
        != space.setUp("note exists", in: "notes"))
  }

  @Test(
    arguments: [
      ("notes", "no note", "no note"),
      ("nobody", "note exists", #"no emulator is named "nobody"; there are: notes, other"#),
    ] as [(String, String, String)])
  func `an error of a provider state names the remedy and changes nothing`(
    emulator: String, state: String, message: String
  ) throws {
    let stage = Stage.notes()
    let space = try stage.namespace()
    #expect(throws: ProviderStateError(emulator == "notes" ? "no \(state)" : message)) {
      try space.setUp(state, in: emulator)
    }
    #expect(stage.texts() == [])
  }

  @Test func `mails are in the outbox of their emulator and namespace`() throws {
    let stage = Stage.notes()
    _ = stage.respond(to: .note(.put, "/mail", "a@example.com", in: "one"), by: "other")
    let outbox = try stage.namespace("one").outbox
    #expect(outbox.keys.sorted() == ["notes", "other"])
    #expect(outbox["notes"]?.messages == [])
    #expect(outbox["other"]?.messages.map(\.recipients) == [["a@example.com"]])
    #expect(outbox["other"]?.messages.map(\.milliseconds) == [Stage.opening])
    #expect(try stage.namespace().outbox["other"]?.messages == [])
  }
}
