import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

@Suite struct `The whole state of Mia` {
  /// Values that follow from others.
  private static func isIgnored(_ property: String) -> Bool {
    property.hasPrefix("CRUDDefinition.") && property != "CRUDDefinition.json"
      || property == "CRUDIndex.condition" || property == "CRUDCollection.expired"
      || property == "MiaConfiguration.allowedOrigins"
  }

  private static func properties(_ backends: MiaBackend...) -> StateProperties {
    StateProperties(of: backends.map(\.state), ignoring: isIgnored)
  }

  /// Returns a project with at least two different values of each property.
  static func project() throws -> MiaProject {
    var project = try MiaProject.gallery()
    for (definition, access) in [
      (MiaDefinitions.author, "secreted"), (MiaDefinitions.plates, "public"),
      (MiaDefinitions.books, "login"),
    ] {
      try project.setUp(
        "collection exists", ["definition": definition, "access": .string(access)])
    }
    for (collection, document) in MiaDefinitions.documents {
      try project.setUp(
        "document exists", ["collection": .string(collection), "document": document])
    }
    for (name, path) in [("shared", "/one"), ("shared", "/two")] {
      let definition: JSON = [
        "name": .string(name), "endpointBasePath": .string(path),
        "fields": [["name": "a", "type": "string"]],
      ]
      try project.setUp("collection exists", ["definition": definition])
      try project.setUp(
        "document exists",
        ["collection": .string(String(path.dropFirst())), "document": ["a": "b"]])
    }
    try project.setUp(
      "document exists",
      ["collection": "books", "document": ["_id": "odd", "pages": "many"], "asStored": true])
    project.wait(seconds: 60)
    for (collection, access) in [
      (
        "pictures",
        [
          "enabled": false, "secreted": true,
          "create": ["users": ["all"], "groups": ["g"], "secreted": true],
        ]
      ),
      ("moons", ["secreted": false, "read": ["users": ["creator"], "groups": ["h"]]]),
    ] as [(String, JSON)] {
      try project.setUp(
        "access rules exist", ["collection": .string(collection), "access": access])
    }
    try project.setUp("file exists", ["name": "b.bin", "base64": "AAH/"])
    try project.setUp("logged in", ["username": "ada"])
    project.send(
      MiaProject.request(
        .post, "/users", ["email": "eve@example.com", "password": "pw"]))
    project.wait(seconds: 1)
    project.send(
      MiaProject.request(.post, "/users/forgot", ["email": .string(MiaProject.ada)]))
    for definition in [MiaDefinitions.films, MiaDefinitions.stock] {
      try project.setUp("collection exists", ["definition": definition])
    }
    try project.setUp(
      "project has settings",
      [
        "crudCompat": 7, "requiresValidation": true, "secret": "other", "checksSecret": false,
        "maximumLimit": 30, "defaultLimit": 3,
      ])
    return project
  }

  @Test func `a snapshot restores each stored property`() throws {
    let project = try Self.project()
    var restored = MiaBackend()
    try restored.restore(try JSON.parse(project.fingerprint))
    #expect(Self.properties(project.backend).differences(from: Self.properties(restored)) == [])
    #expect(restored.snapshot.text() == project.fingerprint)
  }

  @Test func `each stored property has two values in the project of these tests`() throws {
    // A project sends nothing but mails.
    let constants = Self.properties(MiaBackend(), try Self.project().backend).constants
    #expect(constants == ["OutboxMessage.kind"], "\(constants)")
    let names = Mirror(reflecting: MiaBackend()).children.compactMap(\.label)
    #expect(names == ["state", "configuration", "date"])
  }

  @Test func `a reset restores each stored property of a new project`() throws {
    var project = try Self.project()
    try project.backend.restore(MiaBackend().snapshot)
    let differences = Self.properties(MiaBackend())
      .differences(from: Self.properties(project.backend))
    #expect(differences == [], "\(differences)")
  }

  @Test(arguments: MiaRouteRow.all)
  func `only a request with the effect changed changes a stored property`(
    _ row: MiaRouteRow
  ) throws {
    let before = try MiaProject.library()
    var after = before
    guard after.answer(row.request).effect != .changed else { return }
    #expect(
      Self.properties(before.backend).differences(from: Self.properties(after.backend)) == [])
  }

  @Test func `each setting of a project is changed alone, and is part of the snapshot`() throws {
    let fresh = MiaConfiguration()
    for (name, value, expected) in [
      ("crudCompat", 7, { $0.crudCompatibility == .seven }),
      ("requiresValidation", true, { $0.requiresValidation }),
      ("secret", "other", { $0.secret == "other" }), ("checksSecret", false, { !$0.checksSecret }),
      ("maximumLimit", 30, { $0.maximumLimit == 30 }),
      ("defaultLimit", 3, { $0.defaultLimit == 3 }),
    ] as [(String, JSON, (MiaConfiguration) -> Bool)] {
      var project = MiaProject()
      try project.setUp("project has settings", [name: value])
      #expect(project.backend.snapshot["settings"] == .object([name: value]))
      var restored = MiaBackend()
      try restored.restore(project.backend.snapshot)
      for configuration in [project.backend.state.configuration, restored.state.configuration] {
        #expect(expected(configuration), "\(name)")
        let others = StateProperties(of: configuration)
          .differences(from: StateProperties(of: fresh))
        #expect(others.count == 2, "\(name): \(others)")
      }
    }
  }
}
