import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import StackMob
import StackMobScenarios
import StackMobEmulator
import TestSupport
import Testing

/// Serves an export of 5,000 objects, or of the number in the variable `GHOSTLIGHT_EXPORT_OBJECTS`.
@Suite(.limitedConcurrency) struct `Serving a StackMob export` {
  private static let schemas = ["user"] + (1...9).map { "kind\($0)" }
  private static let count =
    (ProcessInfo.processInfo.environment["GHOSTLIGHT_EXPORT_OBJECTS"].flatMap(Int.init) ?? 5000)
    / schemas.count
  private static let page = 500

  /// Returns one object of the export, with values derived from its number.
  private static func object(_ number: Int, of schema: String) -> JSONObject {
    let common: JSONObject = [
      "createddate": .integer(1_371_040_000_000 + Int64(number)),
      "lastmoddate": .integer(1_371_050_000_000 + Int64(number)),
      "sm_owner": .string("user/user\(number)"),
    ]
    let own: JSONObject =
      schema == "user"
      ? [
        "_id": .string("user\(number)"),
        "friends": [.string("user\((number + 1) % count)"), "user0"],
      ]
      : [
        "_id": .string("\(schema)-\(number)"), "title": .string("Nº \(number) \"} {\""),
        "number": .integer(Int64(number)), "maker": .string("user\(number)"),
        "place": ["lat": .double(Double(number % 90) + 0.25), "lon": .double(-0.5)],
      ]
    return common.reduce(into: own) { $0.append($1.key, $1.value) }
  }

  /// Returns an object as a JSON string with sorted members.
  private static func text(_ object: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys),
      as: UTF8.self)
  }

  private static func text(_ bytes: [UInt8]) throws -> String {
    try text(JSONSerialization.jsonObject(with: Data(bytes)))
  }

  @Test func `the SDK reads back all objects of an export`() async throws {
    let files = Self.schemas.map { schema in
      let text = (0..<Self.count).map { JSON.object(Self.object($0, of: schema)).text() }
      return StackMobExport.File(
        path: "9339/\(schema).json", bytes: Array(text.joined(separator: "\n").utf8))
    }
    let section: JSON = [
      "export": "9339.zip",
      "schemas": .array(
        [["name": "user", "user": true, "fields": ["friends": "relationships[user]"]]]
          + Self.schemas.dropFirst().map {
            ["name": .string($0), "fields": ["maker": "relationship[user]"]]
          }),
    ]
    let stage = Stage(
      try StageConfiguration(
        json: ["stackmob": section], files: ConfigurationFiles([StackMobExport(files)]),
        onDocument: nil))
    let responder = try #require(stage.responder(for: "stackmob"))
    var environment = SMEnvironment(transport: .inProcess(responder))
    environment.store = SMMemorySessionStore()
    let client = try SMClient(
      apiVersion: "0", publicKey: TestStage.publicKey, environment: environment)
    for schema in Self.schemas {
      let key = schema == "user" ? "username" : schema + "_id"
      var number = 0
      while number < Self.count {
        let query = SMQuery(schema: schema)
        query.fromIndex(UInt(number), to: UInt(min(number + Self.page, Self.count) - 1))
        query.order(byField: "createddate", ascending: true)
        for found in try await client.dataStore().performQuery(query) {
          var expected = Self.object(number, of: schema)
          expected[key] = expected.removeValue(forKey: "_id")
          #expect(try Self.text(found) == Self.text(JSON.object(expected).bytes))
          number += 1
        }
      }
    }
  }
}
