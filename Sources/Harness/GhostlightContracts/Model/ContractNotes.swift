public import GhostlightCore

/// What Pact cannot say about an interaction; it stands in `comments.ghostlight`.
///
/// Other verifiers ignore it, ours checks it.
public struct ContractNotes: Sendable, Hashable {
  /// Why the promise is believed.
  public var evidence: [Evidence] = []
  /// Paths of the body that must not be there: `$.password`.
  public var absentFields: [String] = []
  /// Paths of objects that have no members but those of the example: `$`.
  public var noExtraFields: [String] = []
  /// Names of header fields that must not be there.
  public var absentHeaders: [String] = []
  /// Arrays whose order is promised.
  public var order: [OrderRequirement] = []
  /// The row of the vendor's catalogue of refusals that answers.
  public var fault: String?
  /// How long the answer may take.
  public var latency: LatencyClass?
  /// The title of the route that answers.
  public var route: String?
  /// Members that this version does not know.
  public var extras: JSONObject = [:]

  /// Nothing to say.
  public init() {}
}

extension ContractNotes {
  init(reading node: PactNode) throws(PactError) {
    for entry in try node["evidence"]?.elements() ?? [] {
      let kind = try entry.required("kind").word(Evidence.Kind.self)
      evidence.append(Evidence(kind, try entry.required("source").string()))
    }
    absentFields = try Self.paths(node["absentFields"])
    noExtraFields = try Self.paths(node["noExtraFields"])
    for name in try node["absentHeaders"]?.elements() ?? [] {
      absentHeaders.append(try name.string())
    }
    for entry in try node["order"]?.elements() ?? [] {
      let path = try entry.required("path")
      _ = try PactPath(reading: path)
      let direction = try entry.required("direction").word(OrderRequirement.Direction.self)
      order.append(OrderRequirement(try path.string(), direction))
    }
    fault = try node["fault"]?.string()
    latency = try node["latency"]?.word(LatencyClass.self)
    route = try node["route"]?.string()
    extras = try node.rest(
      without: "evidence", "absentFields", "noExtraFields", "absentHeaders", "order", "fault",
      "latency", "route")
  }

  private static func paths(_ node: PactNode?) throws(PactError) -> [String] {
    var paths: [String] = []
    for entry in try node?.elements() ?? [] {
      _ = try PactPath(reading: entry)
      paths.append(try entry.string())
    }
    return paths
  }
}

/// The order in which the values at a path come.
public struct OrderRequirement: Sendable, Hashable {
  /// Which way.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// None is less than the one before it.
    case ascending
    /// None is greater than the one before it.
    case descending
  }

  /// The path of the values: `$[*].priority`.
  public var path: String
  /// Which way.
  public var direction: Direction

  /// Makes a promise.
  public init(_ path: String, _ direction: Direction) {
    self.path = path
    self.direction = direction
  }

  /// None of the values at `path` is less than the one before it.
  public static func ascending(_ path: String) -> OrderRequirement {
    OrderRequirement(path, .ascending)
  }

  /// None of the values at `path` is greater than the one before it.
  public static func descending(_ path: String) -> OrderRequirement {
    OrderRequirement(path, .descending)
  }
}

/// How long an answer may take, real time and injected delay together.
public enum LatencyClass: String, Sendable, Hashable, CaseIterable {
  /// A person does not notice: a second at most, on a loaded machine.
  case instant
  /// A person waits for it: ten seconds at most.
  case prompt
  /// A person does something else: a minute at most.
  case slow

  /// The longest that it may take, in milliseconds.
  public var limitMilliseconds: Int {
    switch self {
    case .instant: 1000
    case .prompt: 10_000
    case .slow: 60_000
    }
  }
}

extension ContractNotes {
  /// What `comments.ghostlight` holds, or `nil` where there is nothing to say.
  var json: JSON? {
    var object = extras
    if !evidence.isEmpty {
      object["evidence"] = .array(
        evidence.map { ["kind": .string($0.kind.rawValue), "source": .string($0.source)] })
    }
    for (name, list) in [
      ("absentFields", absentFields), ("noExtraFields", noExtraFields),
      ("absentHeaders", absentHeaders),
    ] where !list.isEmpty {
      object[name] = .array(list.map(JSON.string))
    }
    if !order.isEmpty {
      object["order"] = .array(
        order.map { ["path": .string($0.path), "direction": .string($0.direction.rawValue)] })
    }
    object["fault"] = fault.map(JSON.string)
    object["latency"] = (latency?.rawValue).map(JSON.string)
    object["route"] = route.map(JSON.string)
    return object.isEmpty ? nil : .object(object)
  }
}

/// Why a promise is believed.
public struct Evidence: Sendable, Hashable {
  /// What kind of source it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A heading of the vendor's guide.
    case guide
    /// A file of one of the vendor's SDKs or services.
    case sdk
    /// The tests of one of the vendor's SDKs or services.
    case suite
    /// An exchange that was recorded.
    case recording
    /// A page of the vendor's other documentation.
    case documentation
    /// A section of the protocol reference, which weighs the others.
    case reference
    /// Decided by us where sources are silent or disagree.
    case decision
  }

  /// What kind of source it is.
  public var kind: Kind
  /// Where it stands: a heading, a file name, a section.
  public var source: String

  /// Makes evidence.
  public init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
  }

  /// A heading of the vendor's guide.
  public static func guide(_ heading: String) -> Evidence { Evidence(.guide, heading) }

  /// A file of one of the vendor's SDKs or services: `SMUserSession.m`.
  public static func sdk(_ file: String) -> Evidence { Evidence(.sdk, file) }

  /// A test file, or a whole suite, of one of the vendor's SDKs or services: `ACLSpec.js`.
  public static func suite(_ name: String) -> Evidence { Evidence(.suite, name) }

  /// A recorded exchange: file and entry.
  public static func recording(_ entry: String) -> Evidence { Evidence(.recording, entry) }

  /// A page of the vendor's other documentation: `REST API, "Create Object"`.
  public static func documentation(_ page: String) -> Evidence { Evidence(.documentation, page) }

  /// A section of the protocol reference: `A7`.
  public static func protocolReference(_ section: String) -> Evidence {
    Evidence(.reference, section)
  }

  /// Our own choice, with its reason or number: `D9`.
  public static func decision(_ reason: String) -> Evidence { Evidence(.decision, reason) }
}
