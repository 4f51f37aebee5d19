import Ghostlight
import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Configuration of a data folder` {
  private let folder = TestFolder()

  private static let first: JSON = [
    "clock": ["set": "2013-06-12T12:26:40Z", "freeze": true],
    "stackmob": [
      "schemas": [["name": "item", "fields": ["n": "integer"]]],
      "objects": ["item": [["item_id": "a", "n": 1]]],
    ],
  ]

  private func open(_ json: JSON) throws -> DataFolder {
    let opened = try DataFolder(at: folder.path)
    try opened.restore(
      into: Stage(StageConfiguration(json: json, at: opened.madeAt), log: opened.log))
    return opened
  }

  @Test(
    arguments: [
      ([:], "$.stackmob"),
      (
        ["clock": ["set": "2013-06-12T12:26:41Z", "freeze": true]], "$.stackmob"
      ),
      (
        [
          "clock": ["set": "2013-06-12T12:26:40Z", "freeze": true],
          "stackmob": [
            "schemas": [["name": "item", "fields": ["n": "integer", "m": "string"]]],
            "objects": ["item": [["item_id": "a", "n": 1]]],
          ],
        ], "$.stackmob.schemas[0].fields.m"
      ),
      (
        [
          "clock": ["set": "2013-06-12T12:26:41Z", "freeze": true],
          "stackmob": [
            "schemas": [["name": "item", "fields": ["n": "integer"]]],
            "objects": ["item": [["item_id": "a", "n": 1]]],
          ],
        ], "$.clock.set"
      ),
      (
        [
          "clock": ["set": "2013-06-12T12:26:40Z", "freeze": true],
          "stackmob": [
            "schemas": [["name": "item", "fields": ["n": "integer"]]],
            "objects": ["item": [["item_id": "a", "n": 1], ["item_id": "b", "n": 1]]],
          ],
        ], "$.stackmob.objects.item[1]"
      ),
    ] as [(JSON, String)])
  func `a different configuration is refused, naming a difference`(_ other: JSON, _ place: String)
    throws
  {
    try open(Self.first).close()
    let error = #expect(throws: DataFolderError.self) { try open(other) }
    guard case .otherConfiguration(folder.path, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == place)
    #expect(
      error?.description.contains("start with the configuration that it was made with") == true)
  }

  @Test func `the configuration may have another order, and other faults and limits`() throws {
    try open(Self.first).close()
    let opened = try open([
      "faults": [["status": 500]], "journal": ["entries": 3], "namespaces": 9,
      "stackmob": [
        "objects": ["item": [["n": 1, "item_id": "a"]]],
        "schemas": [["fields": ["n": "integer"], "name": "item"]],
      ],
      "clock": ["freeze": true, "set": "2013-06-12T12:26:40Z"],
    ])
    #expect(opened.remarks == [])
  }

  @Test func `a folder without a configuration adopts the current one, with a remark`() throws {
    do {
      let opened = try open(Self.first)
      #expect(opened.remarks == [])
      try opened.execute("DELETE FROM meta WHERE key = 'configuration'")
    }
    let remark =
      "\(folder.path) does not name the configuration that it was made with: this one is used"
    #expect(try open([:]).remarks == [remark])
    #expect(throws: DataFolderError.otherConfiguration(path: folder.path, place: "$.stackmob")) {
      try open(Self.first)
    }
  }

  @Test func `seeds and clocks get the time when the folder was created`() throws {
    var moving = Self.first
    if case .object(var members) = moving {
      members["clock"] = ["freeze": true]
      moving = .object(members)
    }
    let madeAt = try open(moving).madeAt
    #expect(madeAt > 1_400_000_000_000)
    let again = try open(moving)
    #expect(again.madeAt == madeAt)
    let stages = try (0..<2).map { _ in
      Stage(try StageConfiguration(json: moving, at: again.madeAt))
    }
    #expect(try stages.map { try $0.namespace().clock.milliseconds } == [madeAt, madeAt])
    #expect(stages[0].items() == stages[1].items())
    #expect(stages[0].items().contains("\(madeAt)"))
  }
}
