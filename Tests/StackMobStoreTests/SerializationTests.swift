import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// One test case: a change of objects, and the requests that its save must send.
struct SerializationRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var given: [Given] = []
  let requests: [String]
  let change: @MainActor @Sendable (StoreApp) throws -> Void

  init(
    _ name: String, given: [Given] = [], sends requests: [String],
    change: @escaping @MainActor @Sendable (StoreApp) throws -> Void
  ) {
    testDescription = name
    self.given = given
    self.requests = requests
    self.change = change
  }

  static let date = Date(timeIntervalSince1970: 1_371_040_000.1239)

  static let values = [
    SerializationRow(
      "every type of attribute",
      sends: [
        #"POST /note {"day":1371040000123,"key":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","large":7,"#
          + #""note_id":"n","open":true,"place":{"lat":37.5,"lon":-122.25},"price":12.5,"#
          + #""ratio":0.5,"share":1.5,"site":"http://a.b/c","small":-3,"text":"t"}"#
      ]
    ) { app in
      let place = try NSKeyedArchiver.archivedData(
        withRootObject: SMGeoPoint(latitude: 37.5, longitude: -122.25), requiringSecureCoding: true)
      app.insert(
        "Note",
        [
          "noteId": "n", "small": -3, "ratio": 0.5, "share": Float(1.5), "open": true, "day": date,
          "price": NSDecimalNumber(string: "12.5"), "place": place, "text": "t",
          "key": UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
          "site": URL(string: "http://a.b/c"),
        ])
    },
    SerializationRow(
      "of a new object what there is, defaults too",
      sends: [#"POST /note {"large":7,"note_id":"n"}"#]
    ) { app in
      let note = app.insert("Note", ["noteId": "n", "text": "gone"])
      note.setValue(nil, forKey: "text")
    },
    SerializationRow(
      "of another one what was changed, null for what there is no more",
      given: [.object("note", ["note_id": "n", "text": "t", "small": 1, "open": true])],
      sends: [
        "GET /note", "GET /note/n", #"PUT /note/n {"note_id":"n","open":false,"text":null}"#,
      ]
    ) { app in
      let note = try #require(try app.fetch("Note").first)
      note.setValue(nil, forKey: "text")
      note.setValue(false, forKey: "open")
    },
    SerializationRow(
      "a place that is no archive, and a dictionary that is one",
      sends: [
        #"POST /note {"large":7,"note_id":"m","place":{"lat":3.5,"lon":4.5}}"#,
        #"POST /note {"large":7,"note_id":"n","place":{"lat":1.5,"lon":2.5}}"#,
      ]
    ) { app in
      app.insert("Note", ["noteId": "n", "place": SMGeoPoint(latitude: 1.5, longitude: 2.5)])
      let place = NSDictionary(dictionary: ["lat": 3.5, "lon": 4.5])
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: place, requiringSecureCoding: false)
      app.insert("Note", ["noteId": "m", "place": archive])
    },
  ]

  static let relationships = [
    SerializationRow(
      "to one: the related object with what was changed of it",
      given: [.user("bob")],
      sends: [
        "GET /user", "GET /user/bob",
        "POST /todo [relations owner=user&owner.todos=todo] "
          + #"{"owner":{"todos":["t"],"username":"bob"},"todo_id":"t"}"#,
        "POST /user [relations todos=todo] " + #"{"todos":["t"],"username":"bob"}"#,
      ]
    ) { app in
      let bob = try #require(try app.fetch("User").first)
      app.insert("Todo", ["todoId": "t", "owner": bob])
    },
    SerializationRow(
      "to many: ids, and a schema where there are some",
      sends: [
        "POST /tag [relations todos=todo] " + #"{"tag_id":"x","todos":["t"]}"#,
        "POST /tag [relations todos=todo] " + #"{"tag_id":"y","todos":["t"]}"#,
        "POST /todo [relations tags=tag] " + #"{"tags":["x","y"],"todo_id":"t"}"#,
      ]
    ) { app in
      let tags = ["x", "y"].map { app.insert("Tag", ["tag_id": $0]) }
      app.insert("Todo", ["todoId": "t", "tags": Set(tags)])
    },
    SerializationRow(
      "emptied: none, without a schema",
      given: [
        .object("todo", ["todo_id": "t", "title": "T"]),
        .object("tag", ["tag_id": "x", "name": "X"]),
        .schema(
          "todo", ["tags": "relationships[tag]", "best": "relationship[tag]"]),
        .schema("tag", ["todos": "relationships[todo]"]),
        .object("todo", ["todo_id": "u", "tags": ["x"], "best": "x"]),
      ],
      sends: [
        "GET /todo", "GET /todo/u", "GET /tag/x", #"PUT /tag/x {"tag_id":"x","todos":[]}"#,
        #"PUT /todo/u {"best":null,"tags":[],"todo_id":"u"}"#,
      ]
    ) { app in
      let todo = try #require(try app.fetch("Todo").last)
      todo.setValue(nil, forKey: "best")
      todo.setValue(Set<NSManagedObject>(), forKey: "tags")
    },
    SerializationRow(
      "a new object that stands in the body of another one is not refused as a duplicate",
      sends: [
        "POST /tag [relations ] " + #"{"name":"X","tag_id":"x"}"#,
        "POST /todo [relations best=tag] " + #"{"best":{"name":"X","tag_id":"x"},"todo_id":"t"}"#,
      ]
    ) { app in
      let tag = app.insert("Tag", ["tag_id": "x", "name": "X"])
      app.insert("Todo", ["todoId": "t", "best": tag])
    },
  ]
}

@MainActor @Suite struct `Requests of a save` {
  @Test(arguments: SerializationRow.values + SerializationRow.relationships)
  func `a save sends the requests for an object`(_ row: SerializationRow) async throws {
    let app = try StoreApp(row.given)
    try row.change(app)
    let error = await app.save()
    #expect(error == nil)
    #expect(app.whole() == row.requests)
  }

  @Test func `bytes have no field`() async throws {
    let app = try StoreApp()
    app.insert("Note", ["noteId": "n", "bytes": Data([1])])
    let error = #expect(throws: SMException.self) { try app.context.saveAndWait() }
    #expect(error?.name == SMExceptionIncompatibleObject)
    #expect(app.lines == [])
  }

  @Test func `an object becomes a dictionary, in full or with its changes only`() throws {
    let app = try StoreApp([
      .object("note", ["note_id": "n", "text": "t", "large": 1, "createddate": 1000])
    ])
    let note = try #require(try app.fetch("Note").first)
    note.setValue("u", forKey: "text")
    let changed = note.smDictionarySerialization(false)
    #expect(changed.count == 1)
    #expect(
      changed[SerializedDictKey] as? [String: String] == ["note_id": "n", "text": "u"])
    let full = note.smDictionarySerialization(true)[SerializedDictKey] as? [String: Any]
    #expect(
      full?.keys.sorted() == [
        "bytes", "day", "key", "large", "note_id", "open", "place", "price", "ratio", "share",
        "site", "small", "text",
      ])
    #expect(full?["day"] is NSNull)
    let dated =
      note.smDictionarySerialization(true, sendLocalTimestamps: true)[SerializedDictKey]
      as? [String: Any]
    #expect(dated?.count == 15)
    #expect(dated?["lastmoddate"] is Int)
    let tag = app.insert("Tag", ["tag_id": "x"])
    let todo = app.insert("Todo", ["todoId": "t", "best": tag])
    #expect(todo.smDictionarySerialization(false)[StackMobRelationsKey] as? String == "best=tag")
  }
}
