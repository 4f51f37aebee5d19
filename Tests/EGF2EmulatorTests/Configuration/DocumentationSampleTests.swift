import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

/// The forms of the vendor's documentation that the services' own file does not have.
///
/// - Source: EGF2/docs _Micro Services.md, "client-data", "Config" and "Field Validations", commit
///   3e4eaca; for an empty `auto_value`, EGF2/client-api acl/index.js `defaultValues`, commit
///   05d8503.
@Suite struct `The sample configuration of EGF2's documentation` {
  /// Returns changes of the fields of posts.
  private static func fields(_ changes: JSON) -> JSON {
    ["graph": ["post": ["fields": changes]]]
  }

  @Test(
    arguments: [
      (fields(["text": ["auto_value": ""]]), ["text": "hello"], "200"),
      (["graph": ["user": ["edges": ["roles": ["contains": [""]]]]]], ["text": "hello"], "200"),
      (
        fields(["image": ["type": "object_id:file", "object_types": nil]]),
        ["text": "hello", "image": .string(GraphFixture.file)], "200"
      ),
      (
        fields(["image": ["type": "object_id:file", "object_types": nil]]),
        ["text": "hello", "image": .string(GraphFixture.post)],
        "400 ObjectIsNotValid: 'image' must be file id"
      ),
      (
        fields(["seen": ["type": "array:object_id:user", "edit_mode": "E"]]),
        ["text": "hello", "seen": ["x"]], "400 ObjectIsNotValid: 'seen' must be user id"
      ),
    ] as [(JSON, JSONObject, String)])
  func `a form of the documentation is accepted`(
    _ changes: JSON, _ post: JSONObject, _ refusal: String
  ) {
    var world = GraphFixture(empty: EGF2Configuration())
    let configured = world.setUp("graph is configured", ["changes": changes])
    #expect(configured == [:])
    world.setUp("user exists", ["email": "mark@example.com"])
    let token = world.setUp("logged in", ["email": "mark@example.com"])["token"]?.string
    var body = post
    body["object_type"] = "post"
    let response = world.send(.post, "/v1/graph/me/posts", .object(body), as: token)
    #expect(response.refusal == refusal)
    #expect(world.send(.get, "/v1/graph/me/roles", as: token).json == ["results": [], "count": 0])
  }

  /// The sample with its comments removed, and with values for its placeholders.
  private static let sample: JSON = [
    "port": 8000, "log_level": "debug", "storage": "rethinkdb",
    "cassandra": ["contactPoints": ["localhost"], "keyspace": "eigengraph"],
    "rethinkdb": ["host": "localhost", "db": "eigengraph"], "queue": "rethinkdb",
    "graph": [
      "custom_schemas": [
        "address": [
          "use": ["type": "string", "enum": ["official", "billing"], "default": "billing"],
          "lines": ["type": "array:string", "min": "1"], "city": ["type": "string"],
        ],
        "human_name": [
          "family": ["type": "string", "min": 1, "max": 512, "required": true],
          "given": ["type": "string", "min": 1, "max": 512, "required": true],
        ],
      ],
      "common_fields": [
        "object_type": ["type": "string", "required": true],
        "created_at": ["type": "date", "required": true],
        "modified_at": ["type": "date", "required": true], "deleted_at": ["type": "date"],
      ],
      "system_user": [
        "code": "01", "suppress_event": true, "back_end_only": true, "validations": [:],
      ],
      "session": ["code": "02", "suppress_event": true, "back_end_only": true],
      "user": [
        "code": "03", "edges": ["roles": ["contains": [""]]],
        "fields": [
          "name": [
            "type": "struct", "schema": "human_name", "required": true, "edit_mode": "E",
            "default": "", "auto_value": "",
          ]
        ],
      ],
      "event": ["code": "04"], "job": ["code": "05"], "file": ["code": "06"],
      "schedule": ["code": "07", "back_end_only": true],
      "schedule_event": ["code": "08", "back_end_only": true],
      "account": [
        "code": "10", "POST": "any",
        "fields": [
          "user": ["type": "object_id:user"], "balance": ["type": "string", "required": true],
          "credit": ["type": "number", "default": 0],
        ],
      ],
      "objects": ["secret_organization": "73728adc-5fd1-479f-b137-340eb4ae6969-09"],
    ],
  ]

  @Test func `the whole sample is accepted`() throws {
    let schema = try EGF2Configuration(Self.sample).schema
    #expect(
      schema.types.map { "\($0.code) \($0.name)" } == [
        "01 system_user", "02 session", "03 user", "04 event", "05 job", "06 file", "07 schedule",
        "08 schedule_event", "10 account",
      ])
    #expect(schema.user.edge("roles")?.contains == [])
    #expect(schema.user.field("name")?.autoValue == nil)
    guard case .objectID(let names) = schema.type(named: "account")?.field("user")?.kind else {
      Issue.record("the field is not an id")
      return
    }
    #expect(names == ["user"])
  }
}
