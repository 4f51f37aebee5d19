public import GhostlightCore

extension Pact {
  /// The most interactions that a file may hold.
  public static let mostInteractions = 10_000

  /// Reads a contract file of version 2, 3 or 4 of the specification.
  ///
  /// What is no HTTP is kept and said in ``remarks``, and unknown members are kept too.
  ///
  /// - Throws: ``PactProblem`` with the place of the first thing wrong.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(bytes: 32 << 20)
  ) throws(PactProblem) -> Pact {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(bytes, limits: limits)
    } catch {
      throw PactProblem(
        "is no JSON: \(error.reason.rawValue)", at: Self.place(of: error.offset, in: bytes))
    }
    return try Pact(reading: json)
  }

  /// Reads the JSON of a contract file.
  ///
  /// - Throws: ``PactProblem`` with the place of the first thing wrong.
  public init(reading json: JSON) throws(PactProblem) {
    let file = PactNode(json: json, place: "")
    guard json.object != nil else { throw file.problem("a contract file holds an object") }
    self.init(
      consumer: try file.required("consumer").required("name").string(),
      provider: try file.required("provider").required("name").string())
    metadata = try file["metadata"]?.object() ?? [:]
    extras = try file.rest(without: "consumer", "provider", "interactions", "metadata")
    let version = try Self.version(file)
    if extras["messages"] != nil { remarks.append("messages are not HTTP and are skipped") }
    let nodes = try file["interactions"]?.elements() ?? []
    guard nodes.count <= Self.mostInteractions else {
      throw PactProblem(
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
  private static func version(_ file: PactNode) throws(PactProblem) -> Int {
    let metadata = file["metadata"]
    let node =
      metadata?["pactSpecification"]?["version"] ?? metadata?["pact-specification"]?["version"]
      ?? metadata?["pactSpecificationVersion"]
    guard let node else { return 3 }
    let text = try node.string()
    guard let major = Int(text.prefix { $0 != "." }), (1...4).contains(major) else {
      throw node.problem("version \"\(text)\" is not read; versions 1 to 4 are")
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
