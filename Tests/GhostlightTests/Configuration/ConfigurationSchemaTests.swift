import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `The JSON Schema of the configuration` {
  /// An object in the schema that does not allow other members than those it lists.
  private struct Section {
    let path: String
    let members: [String]
    /// Returns a configuration that has a value at the path.
    let wrap: (JSON) -> JSON
  }

  private static func sections(
    _ schema: JSON, at path: String = "$", wrap: @escaping (JSON) -> JSON
  ) -> [Section] {
    let schema = resolve(schema)
    if let items = schema["items"] {
      return sections(items, at: path + "[0]") { wrap([$0]) }
    }
    guard case .object(let properties)? = schema["properties"],
      schema["additionalProperties"] == false
    else { return [] }
    var list = [Section(path: path, members: properties.keys, wrap: wrap)]
    for member in properties {
      list += sections(member.value, at: "\(path).\(member.key)") { value in
        var object = required(of: path)
        object[member.key] = value
        return wrap(.object(object))
      }
    }
    return list
  }

  private static func resolve(_ schema: JSON) -> JSON {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
    return ConfigurationSchema.json["$defs"]?[String(name)] ?? .null
  }

  private static func refusal(_ json: JSON) -> ConfigurationError? {
    do throws(ConfigurationError) {
      _ = try StageConfiguration(json: json)
      return nil
    } catch {
      return error
    }
  }

  @Test func `the schema has exactly the members that the reader accepts`() throws {
    let sections = Self.sections(ConfigurationSchema.json) { $0 }
    #expect(
      sections.map(\.path) == [
        "$", "$.clock", "$.journal", "$.limits", "$.proxy", "$.appcenter", "$.appcenter.apps[0]",
        "$.cosmos",
        "$.cosmos.databases[0]", "$.cosmos.databases[0].containers[0]", "$.mia",
        "$.mia.collections[0]", "$.mia.collections[0].fields[0]",
        "$.mia.collections[0].indexes[0]", "$.stackmob",
        "$.stackmob.developmentKeys",
        "$.stackmob.productionKeys", "$.stackmob.schemas[0]", "$.stackmob.roles[0]",
        "$.stackmob.customCode[0]", "$.stackmob.socialTokens[0]",
      ])
    for section in sections {
      let what = try #require(Self.refusal(section.wrap(["nonsense": 1]))?.what)
      let known = what.split(separator: ": ").last?.split(separator: ", ").map(String.init) ?? []
      let own = section.path == "$.mia.collections[0]" ? ["documents", "access"] : []
      #expect(Set(known + own) == Set(section.members), "\(section.path)")
    }
  }

  /// An EGF2 `config.json` may have any members, because the vendor's own services also read it.
  @Test func `the schema allows no other members, except in the EGF2 configuration`() {
    var open: [String] = []
    func walk(_ schema: JSON, _ path: String) {
      // Other members may have a schema of their own, as the lists of StackMob's objects have.
      if schema["properties"] != nil, schema["additionalProperties"] != false,
        schema["additionalProperties"]?.object == nil
      {
        open.append(path)
      }
      for member in schema.object ?? [:] { walk(member.value, "\(path).\(member.key)") }
    }
    walk(ConfigurationSchema.json, "$")
    #expect(open == ["$.properties.egf2"])
  }

  @Test func `each member of StackMob's section has a description`() throws {
    var missing: [String] = []
    var count = 0
    func check(_ schema: JSON, _ path: String) {
      for part in schema["anyOf"]?.array ?? [] { check(part, path) }
      if let items = schema["items"] { check(Self.resolve(items), path + "[]") }
      for member in schema["properties"]?.object ?? [:] {
        let inner = Self.resolve(member.value)
        let path = "\(path).\(member.key)"
        count += 1
        if (member.value["description"] ?? inner["description"])?.string == nil {
          missing.append(path)
        }
        check(inner, path)
      }
    }
    for name in ["export", "keys"] {
      check(try #require(ConfigurationSchema.json["$defs"]?[name]), "$defs.\(name)")
    }
    check(try #require(Self.schema(of: "$.stackmob")), "$.stackmob")
    #expect(missing == [])
    #expect(count > 50)
  }

  /// Tests the bounds of each range, and the values just outside them.
  @Test func `the schema has the same ranges as the reader`() {
    var rows = 0
    for section in Self.sections(ConfigurationSchema.json, wrap: { $0 })
    where !section.path.hasSuffix("]") {
      for name in section.members {
        guard let schema = Self.schema(of: "\(section.path).\(name)"), schema["type"] == "integer"
        else { continue }
        if let least = schema["minimum"]?.integer {
          #expect(Self.refusal(section.wrap(.object([name: .integer(least)]))) == nil)
          let below = section.wrap(.object([name: .integer(least - 1)]))
          #expect(Self.refusal(below)?.path == "\(section.path).\(name)")
          rows += 1
        }
        if let most = schema["maximum"]?.integer {
          #expect(Self.refusal(section.wrap(.object([name: .integer(most)]))) == nil)
          let above = section.wrap(.object([name: .integer(most + 1)]))
          #expect(Self.refusal(above)?.path == "\(section.path).\(name)")
          rows += 1
        }
      }
    }
    #expect(rows >= 6)
  }

  private static let samples: [(kind: String, value: JSON)] = [
    ("null", nil), ("boolean", true), ("integer", 7), ("integer", 1.5), ("string", "zz"),
    ("array", []), ("object", [:]),
  ]

  /// Tests each member of each section with values of the kinds that the schema does not allow.
  @Test func `a value of another kind is refused with its path`() {
    var rows = 0
    for section in Self.sections(ConfigurationSchema.json, wrap: { $0 }) {
      let needed = Self.required(of: section.path)
      for name in section.members where !name.hasPrefix("$") && name != "definitions" {
        let schema = Self.resolve(Self.schema(of: "\(section.path).\(name)") ?? .null)
        guard let kind = schema["type"]?.string else { continue }
        for sample in Self.samples where sample.kind != kind || sample.value == 1.5 {
          var object = needed
          if let member = Self.companions["\(section.path).\(name)"] { object[member] = true }
          object[name] = sample.value
          let refusal = Self.refusal(section.wrap(.object(object)))
          #expect(refusal?.path == "\(section.path).\(name)", "\(sample.value)")
          rows += 1
        }
      }
    }
    #expect(rows > 300)
  }

  /// Members that are only read together with another one, by path, with the other one's name.
  private static let companions = [
    "$.stackmob.customCode[0].contentType": "json", "$.stackmob.customCode[0].headers": "json",
    "$.stackmob.customCode[0].status": "json", "$.stackmob.customCode[0].version": "json",
    "$.stackmob.schemas[0].passwordField": "user", "$.stackmob.schemas[0].usernameField": "user",
  ]

  /// Returns valid values for the members that an object in the schema must have.
  private static func required(of path: String) -> JSONObject {
    let schema = resolve(schema(of: path) ?? .null)
    var object: JSONObject = [:]
    for name in schema["required"]?.array?.compactMap(\.string) ?? [] {
      object[name] = schema["properties"]?[name]?["enum"]?[0] ?? "a"
    }
    return object
  }

  private static func schema(of path: String) -> JSON? {
    path.split(separator: ".").dropFirst().reduce(Optional(ConfigurationSchema.json)) {
      let name = $1.hasSuffix("[0]") ? $1.dropLast(3) : $1
      let member = $0.map(resolve)?["properties"]?[String(name)]
      return $1.hasSuffix("[0]") ? member?["items"] : member
    }
  }
}
