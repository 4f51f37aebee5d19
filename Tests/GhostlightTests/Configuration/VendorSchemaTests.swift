import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

/// The parts of the schema that describe vendors' own formats, with which editors complete them.
@Suite struct `Vendors' formats in the JSON Schema of the configuration` {
  /// Returns the schema of a value, following `$ref`; a step `*` is any other member, and `[]` an
  /// element.
  private static func schema(_ path: String) -> JSON {
    var schema = ConfigurationSchema.json
    for step in path.split(separator: ".") {
      switch step {
      case "*": schema = schema["additionalProperties"] ?? .null
      case "[]": schema = schema["items"] ?? .null
      default: schema = schema["properties"]?[String(step)] ?? .null
      }
      guard let name = schema["$ref"]?.string?.split(separator: "/").last else { continue }
      schema = ConfigurationSchema.json["$defs"]?[String(name)] ?? .null
    }
    return schema
  }

  /// - Source: for EGF2, EGF2/client-data config.json, commit 3df3187, and EGF2/docs _Micro
  ///   Services.md, commit 3e4eaca; for Mia, protocol reference Mia A2.
  @Test(
    arguments: [
      (
        "egf2.graph", "custom_schemas common_fields pagination objects"
      ),
      ("egf2.graph.pagination", "default_count max_count pagination_mode"),
      (
        "egf2.graph.*",
        "code fields edges GET POST PUT DELETE volatile suppress_event back_end_only"
      ),
      ("egf2.graph.*.edges.*", "contains GET POST LINK DELETE"),
      (
        "egf2.graph.*.fields.*",
        "type required default enum min max validator unique edit_mode schema object_types "
          + "auto_value"
      ),
      (
        "egf2.graph.common_fields.*",
        "type required default enum min max validator unique edit_mode schema object_types "
          + "auto_value"
      ),
      (
        "egf2.graph.custom_schemas.*.*",
        "type required default enum min max validator unique edit_mode schema object_types "
          + "auto_value"
      ),
      ("egf2.rules.[]", "on for do"),
      ("egf2.listen", "silence_seconds subscriptions"),
      ("egf2.kinds.*.[]", "height width"),
      (
        "mia.collections.[]",
        "name endpointBasePath type description defaultState defaultSorting fields indexes "
          + "schema id tags documents access"
      ),
      (
        "mia.collections.[].fields.[]",
        "name type required nullable description items schema encryption crypted sensitivityValue "
          + "sensitivityDescription primaryKey castFunction custom enum pattern example "
          + "additionalProperties __mia_configuration"
      ),
      ("mia.collections.[].fields.[].items", "type schema description"),
      (
        "mia.collections.[].indexes.[]",
        "name type unique fields field partialFilterExpression usePartialFilter expireAfterSeconds "
          + "background weights defaultLanguage languageOverride"
      ),
    ])
  func `an editor completes the members`(_ path: String, _ names: String) {
    #expect(Self.schema(path)["properties"]?.object?.keys.joined(separator: " ") == names)
  }

  /// - Source: as the members; for Mia, also crud-service 7.2.5 (commit bd42789),
  ///   lib/model.jsonschema.js; the values of `access` are the emulator's own.
  @Test(
    arguments: [
      ("egf2.graph.pagination.pagination_mode", ["index", "object"]),
      ("egf2.graph.*.fields.*.edit_mode", ["E", "NE", "NC"]),
      ("mia.collections.[].defaultState", ["PUBLIC", "DRAFT", "TRASH", "DELETED"]),
      ("mia.collections.[].access", ["public", "secreted", "login"]),
      (
        "mia.collections.[].fields.[].type",
        [
          "ObjectId", "string", "number", "boolean", "Date", "GeoPoint", "RawObject", "Array",
        ]
      ),
      (
        "mia.collections.[].fields.[].items.type", ["string", "number", "RawObject", "ObjectId"]
      ),
      ("mia.collections.[].indexes.[].type", ["normal", "hash", "geo", "text"]),
    ])
  func `an editor completes the values`(_ path: String, _ values: [String]) {
    #expect(Self.schema(path)["enum"] == .array(values.map(JSON.string)))
  }

  /// The reader refuses a nearly correct name, and lists the correct ones.
  ///
  /// - Source: as the members.
  @Test(
    arguments: [
      ("egf2.graph.*", ["graph": ["post": ["fieldz": 1]]]),
      ("egf2.graph.*.fields.*", ["graph": ["post": ["code": "12", "fields": ["a": ["tipe": 1]]]]]),
      (
        "egf2.graph.*.edges.*",
        ["graph": ["post": ["code": "12", "edges": ["a": ["containz": 1]]]]]
      ),
      (
        "egf2.graph.pagination",
        [
          "graph": [
            "system_user": ["code": "01"], "session": ["code": "02"], "user": ["code": "03"],
            "pagination": ["max_cont": 1],
          ]
        ]
      ),
    ] as [(String, JSON)])
  func `the schema of EGF2 has the members that the reader accepts`(
    _ path: String, _ section: JSON
  ) {
    let error = #expect(throws: ConfigurationError.self) {
      try StageConfiguration(json: ["egf2": section])
    }
    let known = error?.what.split(separator: "There are: ").last?.split(separator: ", ") ?? []
    let properties = Self.schema(path)["properties"]?.object?.keys ?? []
    #expect(Set(known.map(String.init)) == Set(properties))
  }
}
