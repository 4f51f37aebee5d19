public import GhostlightCore

/// Requirements for an interaction that Pact cannot express, and the evidence for it.
///
/// A contract file stores notes in `comments.ghostlight`. Ghostlight's verifier checks them; other
/// verifiers ignore them. Paths are written like `$.notes[*].title`.
public struct ContractNotes: Sendable, Hashable {
  /// The sources that support the promise.
  public var evidence: [Evidence] = []
  /// Paths of values that the response's body must not contain: `$.password`.
  public var absentFields: [String] = []
  /// Paths of objects that must not have other members than their examples: `$`.
  public var noExtraFields: [String] = []
  /// Names of header fields that the response must not have.
  public var absentHeaders: [String] = []
  /// The arrays in the body whose elements must be sorted.
  public var order: [OrderRequirement] = []
  /// The name of the refusal, from the vendor's catalogue, that the response must contain.
  ///
  /// It is `nil` if the response need not be a refusal.
  public var fault: String?
  /// The maximum time for the response; `nil` if it does not matter.
  public var latency: LatencyClass?
  /// The title of the route that must serve the request; `nil` if any route may.
  public var route: String?
  /// Members of `comments.ghostlight` that this version does not know, which are preserved.
  public var extras: JSONObject = [:]

  /// Creates notes without requirements and evidence.
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

/// A required order of the values at a path.
///
/// Numbers are compared by size, strings by bytes. Equal neighbours are in order. Values that
/// cannot be compared, such as a number and a string, count as ordered too.
public struct OrderRequirement: Sendable, Hashable {
  /// The direction in which values are sorted.
  ///
  /// The raw value is the word in the contract file. Both directions allow equal values next to
  /// each other.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// No value is less than the previous one.
    case ascending
    /// No value is greater than the previous one.
    case descending
  }

  /// The path of the values that must be sorted: `$[*].priority`.
  public var path: String
  /// The direction in which the values must be sorted.
  public var direction: Direction

  /// Creates a requirement that the values at `path` are sorted in a direction.
  public init(_ path: String, _ direction: Direction) {
    self.path = path
    self.direction = direction
  }

  /// Returns the requirement that no value at `path` is less than the previous one.
  public static func ascending(_ path: String) -> OrderRequirement {
    OrderRequirement(path, .ascending)
  }

  /// Returns the requirement that no value at `path` is greater than the previous one.
  public static func descending(_ path: String) -> OrderRequirement {
    OrderRequirement(path, .descending)
  }
}

/// A class of response times, which include real time and injected delay.
///
/// The limits are generous, so that a busy machine does not break a contract. A runner ignores real
/// time unless ``ContractRunner/isTimed`` is `true`.
public enum LatencyClass: String, Sendable, Hashable, CaseIterable {
  /// A person does not notice the delay: at most one second, even on a loaded machine.
  case instant
  /// A person waits for the response: at most ten seconds.
  case prompt
  /// A person does something else: at most one minute.
  case slow

  /// The maximum response time in milliseconds.
  public var limitMilliseconds: Int {
    switch self {
    case .instant: 1000
    case .prompt: 10_000
    case .slow: 60_000
    }
  }
}

extension ContractNotes {
  /// The JSON for `comments.ghostlight`, or `nil` if there are no notes.
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

/// A source that supports a promise.
///
/// Each interaction of a contract names its evidence, and an ``EvidenceReport`` counts it. Prefer
/// sources outside this project, such as a vendor's guide or a recording, to decisions.
public struct Evidence: Sendable, Hashable {
  /// The kind of a source that supports a promise.
  ///
  /// The raw value is the word in the contract file. ``isOutside`` separates the sources of vendors
  /// and recordings from those of this project.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A section of the vendor's guide.
    case guide
    /// A source file of one of the vendor's SDKs or services.
    case sdk
    /// A test of one of the vendor's SDKs or services.
    case suite
    /// A recorded exchange with a real service.
    case recording
    /// A page of the vendor's documentation outside the guide.
    case documentation
    /// A section of this project's protocol reference, which is written from the other kinds of
    /// sources.
    case reference
    /// A decision of this project, made because the other sources are silent or disagree.
    case decision
  }

  /// The kind of the source, such as a guide or a recording.
  public var kind: Kind
  /// The location of the evidence: a heading, a file name or a section.
  public var source: String

  /// Creates evidence from a source and its kind.
  public init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
  }

  /// Returns evidence from a heading of the vendor's guide.
  public static func guide(_ heading: String) -> Evidence { Evidence(.guide, heading) }

  /// Returns evidence from a file of one of the vendor's SDKs or services: `SMUserSession.m`.
  public static func sdk(_ file: String) -> Evidence { Evidence(.sdk, file) }

  /// Returns evidence from a test file or suite of one of the vendor's SDKs or services:
  /// `ACLSpec.js`.
  public static func suite(_ name: String) -> Evidence { Evidence(.suite, name) }

  /// Returns evidence from a recorded exchange, identified by the recording's file and entry.
  public static func recording(_ entry: String) -> Evidence { Evidence(.recording, entry) }

  /// Returns evidence from a page of the vendor's documentation: `REST API, "Create Object"`.
  public static func documentation(_ page: String) -> Evidence { Evidence(.documentation, page) }

  /// Returns evidence from a section of the protocol reference: `A7`.
  public static func protocolReference(_ section: String) -> Evidence {
    Evidence(.reference, section)
  }

  /// Returns evidence from a decision of this project, with its reason or number: `D9`.
  public static func decision(_ reason: String) -> Evidence { Evidence(.decision, reason) }
}
