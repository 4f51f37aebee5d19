import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Damaged snapshots` {
  /// A damaged snapshot, and the start of the expected error, or `nil` if the snapshot is still
  /// valid.
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: JSON
    let problem: String?
  }

  private let stage = Stage.stackMob()
  private let json: JSON

  init() throws {
    _ = try StackMobLife.begin(stage)
    json = try stage.namespace().snapshot().json
  }

  /// Returns whether the member at a path is optional, or has a name that comes from data.
  private static func mayLack(_ path: String) -> Bool {
    let dynamic = [
      ".objects", ".credentials", ".credentials.user", ".fields", ".deployed", ".emulators",
    ]
    let parent = path.split(separator: ".").dropLast().joined(separator: ".")
    return dynamic.contains { parent.hasSuffix($0) } || path.hasSuffix(".password")
      || path.hasSuffix(".temporary")
  }

  /// Returns whether a client created the value at a path, which may therefore be any JSON.
  private static func isContent(_ path: String) -> Bool {
    path.hasSuffix(".content") || (path.contains(".objects.") && path.hasSuffix("]"))
  }

  /// Returns damaged copies of a snapshot: for each member, one without the member; for each value,
  /// one with a value of a different kind.
  private static func damages(
    to json: JSON, at path: String = "$", rebuild: (JSON) -> JSON
  ) -> [Damage] {
    let wrong: JSON = json.bool == nil ? true : 0.5
    var list = [
      Damage(
        testDescription: "\(path) = \(wrong)", json: rebuild(wrong),
        problem: path == "$.emulators.stackmob.version" ? path : "\(path) ")
    ]
    guard !isContent(path) else { return list }
    switch json {
    case .object(let object):
      for member in object {
        let place = "\(path).\(member.key)"
        var without = object
        without[member.key] = nil
        list.append(
          Damage(
            testDescription: "no \(place)", json: rebuild(.object(without)),
            problem: mayLack(place) ? nil : "\(path) does not have \"\(member.key)\""))
        list += damages(to: member.value, at: place) { value in
          var changed = object
          changed[member.key] = value
          return rebuild(.object(changed))
        }
      }
    case .array(let elements):
      for (position, element) in elements.enumerated() {
        list += damages(to: element, at: "\(path)[\(position)]") { value in
          var changed = elements
          changed[position] = value
          return rebuild(.array(changed))
        }
      }
    default: break
    }
    return list
  }

  @Test func `a missing member or one of a different kind is reported in one line`() throws {
    let damages = Self.damages(to: json, rebuild: \.self)
    #expect(damages.count > 300)
    for damage in damages where !damage.testDescription.contains("$.clock.") {
      var message: String?
      do throws(SnapshotError) {
        _ = try stage.snapshot(from: damage.json)
      } catch {
        message = error.description
      }
      if let problem = damage.problem {
        let isGood =
          message?.hasPrefix(problem) == true && message?.contains("\n") == false
          && message?.hasSuffix("; the snapshot was not written by this emulator") == true
        if !isGood { Issue.record("\(damage): \(message ?? "is fine"), not \(problem)") }
      } else if let message,
        !message.hasSuffix("has no schema; the snapshot was not written by this emulator")
      {
        Issue.record("\(damage): \(message)")
      }
    }
  }

  private static let rows: [(String, String)] = [
    ("[]", #"$ does not have "ghostlight"; the snapshot was not written by this emulator"#),
    (
      #"{"ghostlight":"1"}"#,
      "$.ghostlight is not an integer; the snapshot was not written by this emulator"
    ),
    (
      #"{"ghostlight":0}"#,
      "$.ghostlight is not a valid version; the snapshot was not written by this emulator"
    ),
    (
      #"{"ghostlight":2}"#,
      "the snapshot has form 2, this Ghostlight reads up to 1; use a newer one"
    ),
    (
      #"{"ghostlight":9223372036854775807}"#,
      "the snapshot has form 9223372036854775807, this Ghostlight reads up to 1; use a newer one"
    ),
    (
      #"{"ghostlight":1}"#,
      #"$ does not have "clock"; the snapshot was not written by this emulator"#
    ),
    (
      #"{"ghostlight":1,"clock":{"frozen":"x"}}"#,
      "$.clock is not a clock; the snapshot was not written by this emulator"
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0}}"#,
      #"$ does not have "emulators"; the snapshot was not written by this emulator"#
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0},"emulators":[]}"#,
      "$.emulators is not an object; the snapshot was not written by this emulator"
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0},"emulators":{"parse":{}}}"#,
      "the snapshot has an emulator that this stage does not have: parse"
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0},"emulators":{"stackmob":{"version":7}}}"#,
      "the snapshot has form 7, this Ghostlight reads up to 2; use a newer one"
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0},"emulators":{"stackmob":{"version":1}}}"#,
      #"$.emulators.stackmob does not have "state"; the snapshot was not written by this emulator"#
    ),
    (
      #"{"ghostlight":1,"clock":{"offset":0},"emulators":{}}"#,
      #"$ does not have "moments"; the snapshot was not written by this emulator"#
    ),
  ]

  @Test(arguments: rows)
  func `JSON that is not a snapshot of this stage is refused with the reason`(
    _ text: String, _ message: String
  ) throws {
    let json = try JSON.parse(text)
    #expect(throws: SnapshotError(message)) { try stage.snapshot(from: json) }
  }

  /// Invalid values inside a backend's state: the path, the new value, and the expected error.
  private static let inside: [(path: [String], value: JSON, message: String)] = [
    (
      ["development", "schemas"], [["name": "x", "primaryKey": "x_id", "passwordField": nil]],
      #"$.development.schemas[0] does not have "fields""#
    ),
    (
      ["development", "schemas"],
      [["name": "x", "primaryKey": "x_id", "passwordField": nil, "fields": ["a": "text"]]],
      "$.development.schemas[0].fields.a is not a field type"
    ),
    (["development", "objects"], ["none": []], "$.development.objects.none has no schema"),
    (
      ["development", "objects"], ["todo": [["todo_id": 1]]],
      "$.development.objects.todo[0] does not have \"todo_id\""
    ),
    (
      ["development", "objects"], ["todo": [["todo_id": "1"], ["todo_id": "1"]]],
      "$.development.objects.todo[1] has the same \"todo_id\" as an object before it"
    ),
    (
      ["production", "credentials"], ["user": ["a": ["password": ["salt": "s", "hash": "?"]]]],
      "$.production.credentials.user.a.password.hash is not valid base64"
    ),
    (
      ["production", "outbox"], ["count": -1, "messages": []],
      "$.production.outbox.count is not a valid count"
    ),
    (
      ["production", "outbox"], ["count": .integer(.max), "messages": []],
      "$.production.outbox.count is not a valid count"
    ),
    (
      ["development", "outbox"],
      [
        "count": 1,
        "messages": [
          ["number": 1, "milliseconds": 0, "kind": "fax", "to": [], "content": [:]]
        ],
      ], "$.development.outbox.messages[0].kind is not a kind of message"
    ),
    (["deployed"], ["0": []], "$.deployed.0 is not an API version"),
    (["deployed"], ["one": []], "$.deployed.one is not an API version"),
    (["nonces"], [1], "$.nonces[0] is not a string"),
  ]

  @Test(arguments: inside.indices)
  func `a backend that refuses a snapshot is unchanged`(row: Int) throws {
    let (path, value, message) = Self.inside[row]
    var backend = StackMobBackend()
    try backend.restore(try #require(json["emulators"]?["stackmob"]?["state"]))
    let before = backend.snapshot
    let damaged = Self.setting(before, path[...], to: value)
    #expect(
      throws: SnapshotError("\(message); the snapshot was not written by this emulator")
    ) { try backend.restore(damaged) }
    #expect(backend.snapshot.bytes == before.bytes)
  }

  private static func setting(_ json: JSON, _ path: ArraySlice<String>, to value: JSON) -> JSON {
    guard let key = path.first, case .object(var object) = json else { return value }
    object[key] = setting(object[key] ?? .null, path.dropFirst(), to: value)
    return .object(object)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `random damage is refused or restored, and never ends the process`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let text = json.bytes
    var restored = 0
    for _ in 0..<60 {
      var bytes = text
      for _ in 0..<3 {
        let position = Int.random(in: bytes.indices, using: &generator)
        let digit = UInt8.random(in: 48...57, using: &generator)
        bytes[position] = (48...57).contains(bytes[position]) ? digit : bytes[position] ^ 1
      }
      guard let damaged = try? JSON.parse(bytes),
        let snapshot = try? stage.snapshot(from: damaged)
      else { continue }
      restored += 1
      try stage.namespace().restore(snapshot)
      #expect(StackMobCaller(stage).send(.get, "/todo").status.code < 500)
      #expect(StackMobCaller(stage).send(.post, "/todo", ["title": "x"]).status.code < 500)
    }
    #expect(restored > 0)
  }
}
