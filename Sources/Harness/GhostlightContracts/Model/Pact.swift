public import GhostlightCore

/// A contract file: what a consumer may rely on at a provider, interaction by interaction.
///
/// - Source: Pact Specification, version 4.
public struct Pact: Sendable, Hashable {
  /// Who relies on it: `StackMob iOS SDK`.
  public var consumer: String
  /// Who promises it; for ours the emulator's name: `stackmob`.
  public var provider: String
  /// The HTTP interactions, in the order of the file.
  public var interactions: [Interaction]
  /// What the file holds besides and is not checked: messages, plugins; a line each.
  public var remarks: [String]
  /// The interactions that are no HTTP, as they stood.
  public var others: [JSON]
  /// What the file says of itself; the version of the specification is always written as 4.0.
  public var metadata: JSONObject
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a contract.
  public init(consumer: String, provider: String, interactions: [Interaction] = []) {
    self.consumer = consumer
    self.provider = provider
    self.interactions = interactions
    remarks = []
    others = []
    metadata = [:]
    extras = [:]
  }
}

extension Pact {
  /// The most interactions that a file may hold.
  public static let mostInteractions = 10_000

  /// Reads a contract file of version 2, 3 or 4 of the specification.
  ///
  /// What is no HTTP is kept and said in ``remarks``, and unknown members are kept too.
  ///
  /// - Throws: ``PactError`` with the place of the first thing wrong.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(bytes: 32 << 20)
  ) throws(PactError) -> Pact {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(bytes, limits: limits)
    } catch {
      throw PactError(
        "is no JSON: \(error.reason.rawValue)", at: Self.place(of: error.offset, in: bytes))
    }
    return try Pact(reading: json)
  }

  /// Reads the JSON of a contract file.
  ///
  /// - Throws: ``PactError`` with the place of the first thing wrong.
  public init(reading json: JSON) throws(PactError) {
    let file = PactNode(json: json, place: "")
    guard json.object != nil else { throw file.error("a contract file holds an object") }
    self.init(
      consumer: try file.required("consumer").required("name").string(),
      provider: try file.required("provider").required("name").string())
    metadata = try file["metadata"]?.object() ?? [:]
    extras = try file.rest(without: "consumer", "provider", "interactions", "metadata")
    let version = try Self.version(file)
    if extras["messages"] != nil { remarks.append("messages are not HTTP and are skipped") }
    let nodes = try file["interactions"]?.elements() ?? []
    guard nodes.count <= Self.mostInteractions else {
      throw PactError(
        "holds more than \(Self.mostInteractions); split the file", at: "interactions")
    }
    for node in nodes {
      let type = try node["type"]?.string() ?? "Synchronous/HTTP"
      guard type == "Synchronous/HTTP" else {
        let name = try node["description"]?.string() ?? node.place
        remarks.append("\"\(name)\" is \(type), not HTTP, and is skipped")
        others.append(node.json)
        continue
      }
      let interaction = try Interaction(reading: node, version: version)
      if interaction.extras["pluginConfiguration"] != nil {
        remarks.append("\"\(interaction.description)\": its plugin configuration is ignored")
      }
      for member in interaction.notes.extras {
        remarks.append(
          "\"\(interaction.description)\": comments.ghostlight.\(member.key) is unknown and not "
            + "checked")
      }
      interactions.append(interaction)
    }
    remarks += Self.twins(of: interactions)
  }

  /// Interactions that reports and recordings cannot tell apart.
  private static func twins(of interactions: [Interaction]) -> [String] {
    var names: Set<String> = []
    return interactions.compactMap { interaction in
      let states = interaction.states.map { JSON.object($0.parameters).text() + $0.name }
      let isNew = names.insert(([interaction.description] + states).joined(separator: "\n"))
        .inserted
      return isNew ? nil : "\"\(interaction.description)\" stands there twice; name one otherwise"
    }
  }

  /// The major version of the specification that the file follows; 3 where it names none.
  private static func version(_ file: PactNode) throws(PactError) -> Int {
    let metadata = file["metadata"]
    let node =
      metadata?["pactSpecification"]?["version"] ?? metadata?["pact-specification"]?["version"]
      ?? metadata?["pactSpecificationVersion"]
    guard let node else { return 3 }
    let text = try node.string()
    guard let major = Int(text.prefix { $0 != "." }), (1...4).contains(major) else {
      throw node.error("version \"\(text)\" is not read; versions 1 to 4 are")
    }
    return major
  }

  /// Counted from one, columns in bytes, as editors have it.
  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return "line \(before.count { $0 == newline } + 1), column \(offset - start + 1)"
  }
}

extension Pact {
  /// The contract as a file of version 4 holds it.
  public var json: JSON {
    var object = extras
    object["consumer"] = ["name": .string(consumer)]
    object["provider"] = ["name": .string(provider)]
    object["interactions"] = .array(interactions.map(\.json) + others)
    var metadata = metadata
    metadata["pactSpecification"] = ["version": "4.0"]
    object["metadata"] = .object(metadata)
    return .object(object)
  }

  /// The content of its file: pretty, members by name, with a newline at the end.
  ///
  /// The same contract always gives the same bytes.
  public var fileText: String { json.text(pretty: true, sortedKeys: true) + "\n" }
}

extension Pact {
  /// A contract of interactions written one below the other.
  ///
  /// `headers` are fields of all requests that do not have them.
  public init(
    consumer: String, provider: String, headers: KeyValuePairs<String, Example> = [:],
    @InteractionBuilder interactions: () -> [Interaction]
  ) {
    let completed = interactions().map { interaction in
      var copy = interaction
      for (name, example) in headers {
        let known = copy.request.headers.contains { $0.name.lowercased() == name.lowercased() }
        if !known { copy.request = copy.request.headers([name: example]) }
      }
      return copy
    }
    self.init(consumer: consumer, provider: provider, interactions: completed)
  }
}

/// Collects interactions as they are written one below the other.
@resultBuilder
public enum InteractionBuilder {
  /// One interaction.
  public static func buildExpression(_ interaction: Interaction) -> [Interaction] { [interaction] }

  /// Several interactions that stand elsewhere.
  public static func buildExpression(_ interactions: [Interaction]) -> [Interaction] {
    interactions
  }

  /// What stands one below the other.
  public static func buildBlock(_ parts: [Interaction]...) -> [Interaction] {
    parts.flatMap(\.self)
  }

  /// What a loop makes.
  public static func buildArray(_ parts: [[Interaction]]) -> [Interaction] { parts.flatMap(\.self) }

  /// What a condition lets in.
  public static func buildOptional(_ part: [Interaction]?) -> [Interaction] { part ?? [] }

  /// The first way of a choice.
  public static func buildEither(first part: [Interaction]) -> [Interaction] { part }

  /// The second way of a choice.
  public static func buildEither(second part: [Interaction]) -> [Interaction] { part }
}

/// Why a contract file cannot be used.
public struct PactError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Where it is wrong: `interactions[3].request.method`, or a line and column.
  public let place: String
  /// What is wrong, and what to do.
  public let reason: String

  /// Says what is wrong, where, and what to do.
  public init(_ reason: String, at place: String) {
    self.reason = reason
    self.place = place
  }

  /// One line with place and remedy.
  public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
