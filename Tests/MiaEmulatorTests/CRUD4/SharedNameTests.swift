import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// Tests of two definitions with different paths and the same database collection.
@Suite struct `Definitions that share a database collection` {
  private static func definition(_ path: String, _ fields: [String], unique: String? = nil) -> JSON
  {
    [
      "name": "people", "endpointBasePath": .string(path), "defaultState": "PUBLIC",
      "fields": .array(fields.map { ["name": .string($0), "type": "string"] }),
      "indexes": .array(
        [unique].compactMap { $0 }.map { name in
          [
            "name": .string(name), "type": "normal", "unique": true,
            "fields": [["name": .string(name), "order": 1]],
          ]
        }),
    ]
  }

  private static func project(isUnique: Bool = true) throws -> MiaProject {
    var project = MiaProject()
    try project.setUp(
      "collection exists",
      ["definition": definition("/people", ["name", "mail"], unique: isUnique ? "mail" : nil)])
    try project.setUp(
      "collection exists",
      ["definition": definition("/names", ["name"], unique: isUnique ? "name" : nil)])
    return project
  }

  private static func names(_ project: inout MiaProject, _ path: String) -> String {
    project.run(.get, RequestTarget("/v2/\(path)/?_rawp=%7B%22_id%22:0,%22name%22:1%7D"))
  }

  @Test func `two definitions of one collection share documents, but not fields`() throws {
    var project = try Self.project(isUnique: false)
    let ann = project.send(.json(.post, "/v2/people/", ["name": "Ann", "mail": "a@x"]))
    let id = try #require(ann.json?["_id"]?.string)
    project.run(.post, "/v2/names/bulk", [["name": "Bob"], ["name": "Cy", "_id": "x"]])
    project.run(.post, "/v2/names/", ["name": "Bob"])
    try project.setUp("document exists", ["collection": "names", "document": ["name": "Dan"]])
    let expected = #"200 [{"name":"Ann"},{"name":"Bob"},{"name":"Dan"}]"#
    #expect(Self.names(&project, "people") == expected)
    #expect(Self.names(&project, "names") == expected)
    let one = try #require(
      project.send(.init(.get, RequestTarget("/v2/names/\(id)"))).json?.object)
    #expect(one["name"] == "Ann")
    #expect(one["mail"] == nil)
    project.run(.patch, RequestTarget("/v2/names/\(id)"), ["$set": ["name": "Anna"]])
    project.run(.delete, "/v2/people/?name=Bob")
    #expect(Self.names(&project, "people") == #"200 [{"name":"Anna"},{"name":"Dan"}]"#)
    #expect(Self.names(&project, "names") == #"200 [{"name":"Anna"},{"name":"Dan"}]"#)
    // A change through one definition keeps the fields of the other definition.
    let whole = project.send(.init(.get, RequestTarget("/v2/people/\(id)"))).json
    #expect(whole?["mail"] == "a@x")
  }

  @Test func `two definitions of one collection share unique indexes`() throws {
    var project = try Self.project()
    project.run(.post, "/v2/people/", ["name": "Ann", "mail": "a@x"])
    #expect(
      project.run(.post, "/v2/people/", ["name": "Ann", "mail": "b@x"]).hasPrefix(
        #"422 {"statusCode":422,"error":"Unprocessable Entity","message":"E11000 duplicate key error "#
          + "collection: crud.people index: name"))
    // A document without `mail` counts as one with null, and null is unique too.
    #expect(project.run(.post, "/v2/names/", ["name": "Bob"]).hasPrefix("200 "))
    #expect(project.run(.post, "/v2/names/", ["name": "Cy"]).contains("index: mail"))
  }

  @Test func `shared documents are in a snapshot once, and are emptied together`() throws {
    var project = try Self.project()
    project.run(.post, "/v2/people/", ["name": "Ann", "mail": "a@x"])
    let snapshot = project.backend.snapshot
    let counts = snapshot["crud"]?.array?.map { $0["documents"]?.array?.count }
    #expect(counts == [1, 0])
    var restored = MiaProject()
    try restored.backend.restore(snapshot)
    #expect(restored.backend.snapshot == snapshot)
    restored.run(.post, "/v2/names/", ["name": "Bob"])
    #expect(Self.names(&restored, "people") == #"200 [{"name":"Ann"},{"name":"Bob"}]"#)
    #expect(restored.run(.post, "/v2/names/", ["name": "Ann"]).hasPrefix("422 "))
    try restored.setUp("collection is empty", ["collection": "names"])
    #expect(restored.run(.get, "/v2/people/") == "200 []")
    #expect(restored.run(.get, "/v2/names/") == "200 []")
    #expect(restored.run(.post, "/v2/names/", ["name": "Ann"]).hasPrefix("200 "))
    #expect(restored.run(.post, "/v2/people/", ["name": "Ann"]).hasPrefix("422 "))
  }

  @Test func `an older snapshot restores the documents of each definition`() throws {
    var snapshot = try Self.project().backend.snapshot
    func document(_ id: String, _ name: String) -> JSON {
      ["_id": .string(id), "__STATE__": "PUBLIC", "name": .string(name)]
    }
    var crud = try #require(snapshot["crud"]?.array)
    for (slot, name) in ["Ann", "Bob"].enumerated() {
      var entry = try #require(crud[slot].object)
      entry["documents"] = [document("\(slot)", name)]
      crud[slot] = .object(entry)
    }
    var whole = try #require(snapshot.object)
    whole["crud"] = .array(crud)
    snapshot = .object(whole)
    var project = MiaProject()
    try project.backend.restore(snapshot)
    #expect(Self.names(&project, "people") == #"200 [{"name":"Ann"},{"name":"Bob"}]"#)
    #expect(Self.names(&project, "names") == #"200 [{"name":"Ann"},{"name":"Bob"}]"#)
  }
}
