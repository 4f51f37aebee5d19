public import GhostlightCore

/// A contract file: the interactions with a provider that a consumer may rely on.
///
/// Read a file with ``parse(_:limits:)``, or write a contract in Swift and store its ``fileText``.
/// A contract is a value; a ``ContractFile`` adds its path for reports. Members that this version
/// does not know are preserved.
///
/// ```swift
/// import GhostlightContracts
/// import GhostlightCore
///
/// let contract = Pact(consumer: "Notes app", provider: "stackmob") {
///   Interaction(
///     "no note exists", given: [.state("schema exists", ["name": "note"])],
///     request: .get("/note"), response: .status(200, json: []))
/// }
/// let text = contract.fileText
/// ```
///
/// - Source: Pact Specification, version 4.
public struct Pact: Sendable, Hashable {
  /// The name of the consumer: `StackMob iOS SDK`.
  public var consumer: String
  /// The name of the provider; in Ghostlight's own contracts, the name of an emulator: `stackmob`.
  public var provider: String
  /// The HTTP interactions, in the order of the contract file.
  public var interactions: [Interaction]
  /// One line for each part of the contract file that is not checked, such as messages and plugins.
  public var remarks: [String]
  /// The interactions that are not HTTP, which are written back unchanged.
  public var others: [JSON]
  /// The metadata of the contract file.
  ///
  /// ``json`` always states version 4.0 of the Pact Specification.
  public var metadata: JSONObject
  /// Members that the Pact Specification does not define, which are preserved.
  public var extras: JSONObject

  /// Creates a contract from its interactions.
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
  /// The maximum number of interactions in a contract file.
  public static let mostInteractions = 10_000

  /// Parses a contract file that follows version 2, 3 or 4 of the Pact Specification.
  ///
  /// Interactions that are not HTTP are preserved and listed in ``remarks``. Unknown members are
  /// preserved too.
  ///
  /// - Throws: ``PactError`` with the place of the first error.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(bytes: 32 << 20)
  ) throws(PactError) -> Pact {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(bytes, limits: limits)
    } catch {
      let diagnosis = JSONDiagnosis(of: error, in: bytes)
      throw PactError(
        diagnosis.problem, at: "line \(diagnosis.line), column \(diagnosis.column)")
    }
    return try Pact(reading: json)
  }

  /// Creates a contract from the JSON of its file.
  ///
  /// - Throws: ``PactError`` with the place of the first error.
  public init(reading json: JSON) throws(PactError) {
    let file = PactNode(json: json, place: "")
    guard json.object != nil else { throw file.error("a contract file must be a JSON object") }
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
        "has more than \(Self.mostInteractions) elements; split the file", at: "interactions")
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
      for member in interaction.notes.extras {
        remarks.append(
          "\"\(interaction.description)\": comments.ghostlight.\(member.key) is unknown and not "
            + "checked")
      }
      interactions.append(interaction)
    }
    remarks += Self.twins(of: interactions)
  }

  /// Returns remarks about interactions with the same name and provider states.
  ///
  /// Reports and recordings cannot distinguish such interactions.
  private static func twins(of interactions: [Interaction]) -> [String] {
    var names: Set<String> = []
    return interactions.compactMap { interaction in
      let states = interaction.states.map { JSON.object($0.parameters).text() + $0.name }
      let isNew = names.insert(([interaction.description] + states).joined(separator: "\n"))
        .inserted
      return isNew
        ? nil : "\"\(interaction.description)\" occurs twice; give one of them a different name"
    }
  }

  /// Returns the major version of the specification that the file follows; 3 if the file states
  /// none.
  private static func version(_ file: PactNode) throws(PactError) -> Int {
    let metadata = file["metadata"]
    let node =
      metadata?["pactSpecification"]?["version"] ?? metadata?["pact-specification"]?["version"]
      ?? metadata?["pactSpecificationVersion"]
    guard let node else { return 3 }
    let text = try node.string()
    guard let major = Int(text.prefix { $0 != "." }), (1...4).contains(major) else {
      throw node.error("version \"\(text)\" is not supported; use versions 1 to 4")
    }
    return major
  }
}

extension Pact {
  /// The contract as JSON in version 4 of the file format.
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

  /// The text of the contract file: indented, with sorted members and a newline at the end.
  ///
  /// Equal contracts have equal texts.
  public var fileText: String { json.text(pretty: true, sortedKeys: true) + "\n" }
}

extension Pact {
  /// Creates a contract from the interactions that a closure lists.
  ///
  /// `headers` are added to each request that does not have a header field of the same name.
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

/// Collects the interactions in the closure of
/// ``Pact/init(consumer:provider:headers:interactions:)``.
///
/// The compiler calls these functions for the statements in the closure. Interactions, arrays of
/// interactions, `if`, `else` and `for` are supported.
@resultBuilder
public enum InteractionBuilder {
  /// Returns an array with a single interaction.
  public static func buildExpression(_ interaction: Interaction) -> [Interaction] { [interaction] }

  /// Returns an array of interactions unchanged, such as one that is defined elsewhere.
  public static func buildExpression(_ interactions: [Interaction]) -> [Interaction] {
    interactions
  }

  /// Returns the interactions of all statements in order.
  public static func buildBlock(_ parts: [Interaction]...) -> [Interaction] {
    parts.flatMap(\.self)
  }

  /// Returns the interactions of all iterations of a loop.
  public static func buildArray(_ parts: [[Interaction]]) -> [Interaction] { parts.flatMap(\.self) }

  /// Returns the interactions of an `if` without `else`; empty if its condition is `false`.
  public static func buildOptional(_ part: [Interaction]?) -> [Interaction] { part ?? [] }

  /// Returns the interactions of the `if` branch.
  public static func buildEither(first part: [Interaction]) -> [Interaction] { part }

  /// Returns the interactions of the `else` branch.
  public static func buildEither(second part: [Interaction]) -> [Interaction] { part }
}

/// The reason why a contract file cannot be used.
///
/// All functions that read contracts throw it. Its ``description`` is one line with the place, the
/// problem and a remedy, for the person who wrote the file.
public struct PactError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The location in the file: `interactions[3].request.method`, or a line and column.
  public let place: String
  /// The problem and a remedy, without the place.
  public let reason: String

  /// Creates an error with its reason and its location in the file.
  public init(_ reason: String, at place: String) {
    self.reason = reason
    self.place = place
  }

  /// The place and the reason on one line.
  public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
