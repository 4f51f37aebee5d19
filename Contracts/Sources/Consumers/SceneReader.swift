import GhostlightContracts
import GhostlightCore
import HTTPTypes
import TestExecutors

/// Compares two plays of a scene, which have different ids and times, exchange by exchange.
///
/// Strings that are equal in both plays come from the app. Strings that differ are random, from the
/// SDK or the service. If the app sends back a random string of the service, the contract refers to
/// it by name.
struct SceneReader {
  let scene: Scene
  let one: ScenePlay
  let other: ScenePlay
  private(set) var known: [KnownText] = []

  /// Plays a scene twice.
  init(_ scene: Scene) async throws {
    self.scene = scene
    var one = try await ScenePlay(scene, Variation())
    // The second play takes place about forty days after the first.
    other = try await ScenePlay(scene, Variation(seed: 2, laterMilliseconds: 3_467_231_389))
    let lines = [one, other].map { $0.entries.map(\.request.line) }
    guard lines[0].count == lines[1].count else {
      throw ConsumerError("\(scene) sends other requests each time: \(lines)")
    }
    var drawn = DrawnTexts()
    for (entry, twin) in zip(one.entries, other.entries) {
      drawn.read(entry.request.target.raw, twin.request.target.raw)
      for (field, other) in zip(entry.request.headers, twin.request.headers) {
        drawn.read(field.value, other.value)
      }
      drawn.read(entry.request.body, twin.request.body)
      for (field, other) in zip(entry.response.headers, twin.response.headers) {
        drawn.read(field.value, other.value)
      }
      drawn.read(entry.response.body, twin.response.body)
    }
    for (precondition, twin) in zip(one.preconditions, other.preconditions) {
      for leaf in JSONLeaves(.object(precondition.values), .object(twin.values)).differing {
        drawn.read(leaf.one.plain, leaf.other.plain)
      }
    }
    one.entries = one.entries.map { $0.replacing(drawn) }
    self.one = one
    try readKnownTexts(drawn)
  }

  private mutating func readKnownTexts(_ drawn: DrawnTexts) throws {
    for (index, pair) in zip(one.preconditions, other.preconditions).enumerated() {
      for leaf in JSONLeaves(.object(pair.0.values), .object(pair.1.values)).differing {
        know(
          leaf.name, .state(index, leaf.pointer), drawn.replaced(in: leaf.one.plain),
          leaf.other.plain)
      }
    }
    for (index, (entry, twin)) in zip(one.entries, other.entries).enumerated() {
      for field in entry.response.headers where Self.namesTexts(field.name) {
        know(
          field.name.rawName, .answer(index, "header \(field.name.rawName)"), field.value,
          twin.response.headers.value(of: field.name) ?? "")
      }
      if let json = entry.response.json, let other = twin.response.json {
        let leaves = JSONLeaves(json, other)
        if let problem = leaves.problem { throw ConsumerError("\(scene): \(problem)") }
        for leaf in leaves.differing {
          know(leaf.name, .answer(index, leaf.pointer), leaf.one.plain, leaf.other.plain)
          if let url = Self.target(leaf.one), let other = Self.target(leaf.other) {
            know(leaf.name, .answer(index, "path \(leaf.pointer)"), url.rawPath, other.rawPath)
            for (item, other) in zip(url.queryItems ?? [], other.queryItems ?? []) {
              know(
                item.name, .answer(index, "query \(item.name) \(leaf.pointer)"), item.value ?? "",
                other.value ?? "")
            }
          }
        }
      }
      guard entry.changesState, let mail = one.mails[entry.emulator],
        let other = other.mails[entry.emulator]
      else { continue }
      for leaf in JSONLeaves(mail, other).differing {
        know(leaf.name, .mail(index, leaf.pointer), leaf.one.plain, leaf.other.plain)
      }
    }
  }

  /// Returns whether clients send back the value of the response's header field `name`.
  static func namesTexts(_ name: HTTPField.Name) -> Bool {
    ["etag", "location", "set-cookie", "x-ms-continuation"].contains(name.canonicalName)
  }

  /// Returns the path and query of a URL; `nil` for other strings.
  private static func target(_ value: JSON) -> RequestTarget? {
    value.string?.wholeMatch(of: /https?:\/\/[^\/]+(\/.*)/).map {
      RequestTarget(String($0.output.1))
    }
  }

  private mutating func know(
    _ name: String, _ source: KnownText.Source, _ one: String, _ other: String
  ) {
    guard one != other, one.utf8.count >= 4 else { return }
    let letters = String(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    let stem = letters.isEmpty ? "value" : letters
    let count = known.count { $0.name == stem || $0.name.hasPrefix(stem + "_") }
    known.append(
      KnownText(
        name: count == 0 ? stem : "\(stem)_\(count + 1)", source: source, texts: (one, other)))
  }

  /// Returns the strings that the app received from the request's emulator before it, latest first.
  func known(before index: Int) -> [KnownText] {
    let emulator = one.entries[index].emulator
    return known.reversed().filter { text in
      switch text.source {
      case .state(let place, _): one.preconditions[place].emulator == emulator
      case .answer(let place, _): place < index && one.entries[place].emulator == emulator
      case .mail(let place, _): place < index && one.entries[place].emulator == emulator
      }
    }
  }
}

/// The pairs of corresponding values in two JSON values of the same structure.
struct JSONLeaves {
  struct Leaf {
    let path: PactPath
    let pointer: String
    let name: String
    let one: JSON
    let other: JSON
  }

  private(set) var differing: [Leaf] = []
  /// The first place at which the structures differ; `nil` if the structures are equal.
  private(set) var problem: String?
  private let varies: (String) -> Bool

  /// Compares two values; strings for which `varies` returns `true` count as different.
  init(_ one: JSON, _ other: JSON, where varies: @escaping (String) -> Bool = { _ in false }) {
    self.varies = varies
    read(one, other, .root, "", "value")
  }

  private mutating func read(
    _ one: JSON, _ other: JSON, _ path: PactPath, _ pointer: String, _ name: String
  ) {
    switch (one, other) {
    case (.object(let members), .object(let others)):
      for member in members {
        guard let twin = others[member.key] else {
          problem = problem ?? "only one answer has \(pointer)/\(member.key)"
          continue
        }
        let key = member.key.replacing("~", with: "~0").replacing("/", with: "~1")
        read(
          member.value, twin, path.appending(.member(member.key)), "\(pointer)/\(key)",
          member.key)
      }
      if members.count != others.count { problem = problem ?? "\(pointer) has other members" }
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else {
        problem = problem ?? "\(pointer) is of another length"
        return
      }
      for (index, pair) in zip(elements, others).enumerated() {
        read(pair.0, pair.1, path.appending(.element(index)), "\(pointer)/\(index)", name)
      }
    default:
      guard one != other || one.string.map(varies) == true else { return }
      differing.append(Leaf(path: path, pointer: pointer, name: name, one: one, other: other))
    }
  }
}

extension JSON {
  /// The value as plain text; strings are not quoted.
  var plain: String { string ?? text() }
}
