import GhostlightCore
import GhostlightEmulation

/// A rule of the logic service: the change that a new or a removed link of an edge causes (A20).
struct GraphRule: Sendable {
  /// The event that triggers a rule, and the change that the rule makes.
  ///
  /// Both are the same, so rules either only add links or only remove them. Therefore they cannot
  /// trigger each other without end.
  enum Method: String, Sendable {
    case post = "POST"
    case delete = "DELETE"
  }

  /// A word of a rule that stands for an object.
  enum Term: String, Sendable {
    /// The source of the link that triggers the rule.
    case source = "src"
    /// The destination of this link.
    case destination = "dst"
    /// Each object of the rule's loop.
    case each
  }

  /// The objects for which a rule makes its change.
  enum Loop: Sendable {
    /// One change, which does not use ``Term/each``.
    case once
    /// The objects on an edge of `src` or `dst`.
    case links(of: Term, edge: String)
    /// All objects of a type that are not deleted.
    case objects(of: ObjectType)
  }

  /// The change that a rule makes.
  enum Change: Sendable {
    case link(Term, edge: String, Term)
    /// The deletion of an object, which only a rule for `DELETE` can make.
    case object(Term)
  }

  let method: Method
  /// The type of the link's source.
  let type: ObjectType
  let edge: String
  let loop: Loop
  let change: Change

  /// The maximum number of changes that the rules make for one request.
  ///
  /// - Source: assumption: the service has no limit, because it works asynchronously.
  static let maximumChanges = 10_000
  /// The maximum number of rules that trigger each other one after the other.
  ///
  /// - Source: assumption: the service has no limit, because it works asynchronously.
  static let maximumDepth = 16
  /// The work in units that rules may need for a link that no request made, such as that of a
  /// provider state (E26).
  static let maximumWork = 20_000_000
}

/// Parses the member `rules` of the configuration (A20).
struct RuleReader {
  private let schema: GraphSchema
  private let method: GraphRule.Method
  private let type: ObjectType
  private let edge: EdgeDefinition
  /// The possible types of ``GraphRule/Term/each``; `nil` if the rule does not have a loop.
  private var elements: [ObjectType]?
  private var loop = GraphRule.Loop.once

  /// Returns the rules in the order of the configuration.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  static func rules(
    _ reader: ConfigurationReader, in schema: GraphSchema
  ) throws(ConfigurationError) -> [GraphRule] {
    var rules: [GraphRule] = []
    for element in try reader.elements() {
      try element.allowOnly("on", "for", "do")
      var rule = try RuleReader(try element.required("on"), in: schema)
      if let loop = element["for"] { try rule.readLoop(loop) }
      let change = try rule.change(try element.required("do"))
      rules.append(
        GraphRule(
          method: rule.method, type: rule.type, edge: rule.edge.name, loop: rule.loop,
          change: change))
    }
    return rules
  }

  /// Parses the event of a rule, such as `POST user/follows`.
  private init(
    _ reader: ConfigurationReader, in schema: GraphSchema
  ) throws(ConfigurationError) {
    let words = try reader.string().split(separator: " ", omittingEmptySubsequences: false)
    let path = words.last?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    guard words.count == 2, path.count == 2,
      let method = GraphRule.Method(rawValue: String(words[0]))
    else { throw reader.error(expected: "\"POST TYPE/EDGE\" or \"DELETE TYPE/EDGE\"") }
    guard let type = schema.type(named: String(path[0])) else {
      throw reader.error("\"\(path[0])\" is not a type of \"graph\"; define it there")
    }
    guard let edge = type.edge(String(path[1])) else {
      throw Self.noEdge(String(path[1]), of: [type], reader)
    }
    (self.schema, self.method, self.type, self.edge) = (schema, method, type, edge)
  }

  private mutating func readLoop(_ reader: ConfigurationReader) throws(ConfigurationError) {
    let path = try reader.string().split(separator: "/", omittingEmptySubsequences: false)
    if path.count == 1 {
      guard let type = schema.type(named: String(path[0])) else {
        throw reader.error(
          "\"\(path[0])\" is not a type of \"graph\"; use one, src/EDGE or dst/EDGE")
      }
      (loop, elements) = (.objects(of: type), [type])
      return
    }
    guard path.count == 2, let term = GraphRule.Term(rawValue: String(path[0])), term != .each
    else { throw reader.error(expected: "the name of a type, src/EDGE or dst/EDGE") }
    let edges = try edges(String(path[1]), of: term, reader)
    (loop, elements) = (.links(of: term, edge: String(path[1])), types(in: edges))
  }

  private func change(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> GraphRule.Change {
    let path = try reader.string().split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    if path.count == 1, method == .delete { return .object(try term(path[0], reader)) }
    guard path.count == 3 else {
      let object = method == .delete ? " or OBJECT" : ""
      throw reader.error(
        expected: "OBJECT/EDGE/OBJECT\(object), each OBJECT being src, dst or each")
    }
    let (source, destination) = (try term(path[0], reader), try term(path[2], reader))
    let edges = try edges(path[1], of: source, reader)
    let allowed = types(in: edges)
    guard types(of: destination).contains(where: { type in allowed.contains { $0 === type } })
    else {
      throw reader.error(
        "the edge \"\(path[1])\" may hold: \(allowed.map(\.name).joined(separator: ", ")); "
          + "\"\(path[2])\" is never of such a type")
    }
    return .link(source, edge: path[1], destination)
  }

  private func term(
    _ text: String, _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> GraphRule.Term {
    guard let term = GraphRule.Term(rawValue: text) else {
      throw reader.error("\"\(text)\" is not src, dst or each")
    }
    guard term != .each || elements != nil else {
      throw reader.error("\"each\" needs the member \"for\" with the objects; add it")
    }
    return term
  }

  private func types(of term: GraphRule.Term) -> [ObjectType] {
    switch term {
    case .source: [type]
    case .destination: types(in: [edge])
    case .each: elements ?? []
    }
  }

  private func types(in edges: [EdgeDefinition]) -> [ObjectType] {
    schema.types.filter { type in edges.contains { $0.contains.contains(type.name) } }
  }

  /// Returns the edges with a name of the possible types of a term.
  ///
  /// - Throws: `ConfigurationError` if none of the types has the edge.
  private func edges(
    _ name: String, of term: GraphRule.Term, _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [EdgeDefinition] {
    let types = types(of: term)
    let edges = types.compactMap { $0.edge(name) }
    guard !edges.isEmpty else { throw Self.noEdge(name, of: types, reader) }
    return edges
  }

  private static func noEdge(
    _ name: String, of types: [ObjectType], _ reader: ConfigurationReader
  ) -> ConfigurationError {
    let owners = types.map { "\"\($0.name)\"" }.joined(separator: " or ")
    return reader.error("\(owners) does not have the edge \"\(name)\"; define it in \"graph\"")
  }
}
