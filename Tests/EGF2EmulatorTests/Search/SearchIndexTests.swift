import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Search indexes of EGF2` {
  /// The type of schedules in the vendor's own file.
  ///
  /// - Source: EGF2/client-data config.json, commit 3df3187.
  private static let schedule: JSON = [
    "code": "Z7", "back_end_only": true, "volatile": true,
    "fields": ["listener": ["type": "string", "required": true, "edit_mode": "NE"]],
  ]

  /// Returns the fields of an index of a file without `elastic`, one in each string.
  private func fields(_ name: String) -> [String]? {
    var graph = EGF2Configuration.example["graph"]?.object ?? [:]
    graph["schedule"] = Self.schedule
    let configuration = GraphTypes.read(["graph": .object(graph)])
    let index = configuration.searchIndexes.first { $0.name == name }
    return index?.fields.map { field in
      let words = field.isAnalyzed ? " words" : ""
      return "\(field.name) < \(field.path.names.joined(separator: ".")): \(field.kind)\(words)"
        + (field.isWhole ? " whole" : "")
    }
  }

  /// - Source: EGF2/sync config.json, commit c322189; for `post`, protocol reference A13.
  @Test(
    arguments: [
      (
        "user",
        [
          "id < id: string whole", "first_name < name.given: string words",
          "last_name < name.family: string words", "email < email: string whole",
        ]
      ),
      (
        "file",
        [
          "id < id: string whole", "standalone < standalone: boolean words",
          "created_at < created_at: date words",
        ]
      ),
      ("schedule", ["id < id: string whole"]),
      (
        "customer_role",
        [
          "user < user: string words whole", "id < id: string words whole",
          "object_type < object_type: string words whole",
          "created_at < created_at: date words whole",
          "modified_at < modified_at: date words whole",
          "deleted_at < deleted_at: date words whole",
        ]
      ),
    ])
  func `a file without indexes has those of the sync service`(
    _ name: String, _ expected: [String]
  ) {
    #expect(fields(name) == expected)
  }

  private static func reason(_ index: String, _ field: String, _ fields: String) -> String {
    "the search index \"\(index)\" does not have the field \"\(field)\"; it has: \(fields); define "
      + "it in \"elastic\" of the configuration (EGF2 A13)"
  }

  private static let user = "id, first_name, last_name, email"
  private static let file = "id, standalone, created_at"

  /// - Source: as the indexes; a search engine finds nothing by a field that is not mapped, and has
  ///   no message.
  @Test(
    arguments: [
      ("object=user&q=mark&fields=first_name", 1, nil),
      ("object=user&filters=first_name:mark", 1, nil),
      ("object=user&q=Field&fields=first_name,last_name", 1, nil),
      ("object=user&filters=email:mark@example.com", 1, nil),
      ("object=user&q=example.com&fields=email", 0, nil),
      ("object=file&filters=standalone:true", 1, nil),
      ("object=file&range=created_at:2017-01-20:2017-01-20", 1, nil),
      ("object=user&filters=name.given:mark", 0, reason("user", "name.given", user)),
      ("object=file&filters=mime_type:image%2Fjpeg", 0, reason("file", "mime_type", file)),
      ("object=user&q=mark&fields=moon,first_name", 1, reason("user", "moon", user)),
      ("object=user&range=moon:1:2,age:1:2", 0, reason("user", "moon", user)),
      ("object=user&filters=moon:!x", 2, reason("user", "moon", user)),
      ("object=user&sort=moon", 2, reason("user", "moon", user)),
      ("object=user&sort=%C3%A4", 2, reason("user", "\\u{e4}", user)),
    ] as [(String, Int64, String?)])
  func `a search names an unknown field in its reason`(
    _ query: String, _ count: Int64, _ reason: String?
  ) {
    var world = GraphFixture.world
    let answer = world.answer(
      GraphFixture.request(.get, "/v1/search?\(query)", as: world.mark))
    #expect(answer.response.json?["count"] == .integer(count))
    #expect(answer.response.headers[.ghostlightReason] == reason)
    #expect(answer.effect == .read)
  }
}
