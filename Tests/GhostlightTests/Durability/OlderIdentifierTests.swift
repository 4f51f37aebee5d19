import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import MiaEmulator
import Testing

/// Object ids now increase with time; those of older versions of the package did not.
@Suite struct `MongoDB ids of older versions` {
  private static let documents: RequestTarget = "/v2/notes/"
  private static let seconds: Int64 = 1_586_106_974

  private static func backend() throws -> MiaBackend {
    var configuration = MiaConfiguration()
    configuration.checksSecret = false
    var backend = MiaBackend(configuration)
    let definition: JSON = [
      "name": "notes", "defaultState": "PUBLIC",
      "fields": [["name": "text", "type": "string"]],
    ]
    _ = try backend.setUp(
      "collection exists", parameters: ["definition": definition],
      at: Moment(milliseconds: 0, seed: 0))
    return backend
  }

  private static func stage(_ log: ChangeMemory? = nil) throws -> Stage {
    var configuration = StageConfiguration(services: [.mia(try backend())])
    configuration.clock = .frozen(at: (seconds + 10) * 1000)
    return Stage(configuration, log: log)
  }

  private static func note(_ text: String) -> Request {
    .json(.post, documents, ["text": .string(text)])
  }

  /// Returns a request that imports a document; the response does not contain its id.
  private static func imported(_ text: String) -> Request {
    let part = """
      --b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r
      Content-Type: application/json\r\n\r\n[{"text":"\(text)"}]\r\n--b--\r\n
      """
    return Request(
      .post, "/v2/notes/import", headers: [.contentType: "multipart/form-data; boundary=b"],
      body: Array(part.utf8))
  }

  private static func texts(_ stage: Stage, _ query: String = "_s=-_id") -> String {
    stage.respond(to: Request(.get, RequestTarget("/v2/notes/?\(query)&_p=text")), by: "mia")
      .json?.array?.map { $0["text"]?.string ?? "" }.joined(separator: " ") ?? ""
  }

  @Test func `ids increase with time, with each request and within a request`() throws {
    let stage = try Self.stage()
    for text in ["a", "b"] { _ = stage.respond(to: Self.note(text), by: "mia") }
    let bulk = stage.respond(
      to: .json(.post, "/v2/notes/bulk", [["text": "c"], ["text": "d"]]), by: "mia")
    let ids = bulk.json?.array?.compactMap { $0["_id"]?.string } ?? []
    #expect(ids.map { $0.prefix(8) } == ["5e8a1268", "5e8a1268"])
    #expect(ids.map { $0.suffix(6) } == ["000001", "000002"])
    #expect(ids.map(\.utf8.count) == [24, 24])
    _ = try stage.namespace().setUp(
      "document exists", in: "mia", parameters: ["collection": "notes", "document": ["text": "e"]])
    #expect(Self.texts(stage) == "e d c b a")
    try stage.namespace().changeClock(.advance(milliseconds: 1000))
    _ = stage.respond(to: Self.note("f"), by: "mia")
    #expect(Self.texts(stage) == "f e d c b a")
    // After a reset, none of the earlier ids is used again.
    try stage.namespace().reset()
    let again = stage.respond(to: Self.note("a"), by: "mia").json?["_id"]?.string ?? ""
    #expect(!ids.contains(again))
  }

  @Test func `a replay draws the ids of an older version, whatever the response was`() throws {
    var old = try Self.backend()
    var changes: [Change] = []
    let seed = FNV1a.hash(of: "default", seed: StageConfiguration(services: []).seed)
    func change(_ request: Request) {
      let number = UInt64(changes.count + 1)
      // A moment without an order draws ids as older versions did.
      let answer = old.answer(
        request,
        at: Moment(
          milliseconds: Self.seconds * 1000, seed: seed &+ number &* 0xd134_2543_de82_ef95))
      changes.append(
        Change(
          namespace: "default", moment: number, milliseconds: Self.seconds * 1000,
          .exchange(emulator: "mia", request),
          answer: .response(
            status: answer.response.status.code, body: answer.response.body)))
    }
    for text in ["a", "b", "c"] { change(Self.note(text)) }
    change(Self.imported("d"))
    let ids = old.snapshot["crud"]?[0]?["documents"]?.array?.compactMap { $0["_id"]?.string } ?? []
    #expect(ids.count == 4)
    for id in ids {
      change(.json(.patch, RequestTarget("/v2/notes/\(id)"), ["$set": ["text": "x"]]))
    }

    let log = ChangeMemory()
    let stage = try Self.stage(log)
    for (position, change) in changes.enumerated() {
      try stage.replay(change, number: Int64(position + 1))
    }
    #expect(Self.texts(stage, "") == "x x x x")
    // The changes of this version follow, whose ids are greater.
    for text in ["e", "f"] { _ = stage.respond(to: Self.note(text), by: "mia") }
    #expect(Self.texts(stage).hasPrefix("f e x"))
    let fresh = try Self.stage()
    for (position, change) in (changes + log.changes).enumerated() {
      try fresh.replay(change, number: Int64(position + 1))
    }
    let ends = try [fresh, stage].map { try $0.namespace().snapshot().json["emulators"] }
    #expect(ends[0] != nil)
    #expect(ends[0] == ends[1])
  }

  @Test func `changes without a logged response are replayed with older ids`() throws {
    let stage = try Self.stage()
    var old = try Self.backend()
    let seed = FNV1a.hash(of: "default", seed: stage.configuration.seed)
    let answer = old.answer(
      Self.note("a"),
      at: Moment(milliseconds: 5000, seed: seed &+ 3 &* 0xd134_2543_de82_ef95))
    try stage.replay(
      Change(
        namespace: "default", moment: 3, milliseconds: 5000,
        .exchange(emulator: "mia", Self.note("a"))), number: 1)
    let id = try #require(answer.response.json?["_id"]?.string)
    #expect(
      stage.respond(to: Request(.get, RequestTarget("/v2/notes/\(id)?_p=text")), by: "mia").text
        == #"{"_id":"\#(id)","text":"a"}"#)
  }
}
