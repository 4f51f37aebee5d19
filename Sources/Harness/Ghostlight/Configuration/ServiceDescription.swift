import GhostlightCore
package import GhostlightEmulation

/// A member of the section `services` of `ghostlight.json`: a recording, a contract or another
/// server that a stage hosts next to the emulators.
///
/// The command line reads the files and creates the backend and the upstream, because a stage opens
/// no files and no connections.
package struct ServiceDescription: Sendable {
  /// The kinds of services; the raw values are the members that name the files or the server.
  package enum Source: String, Sendable, CaseIterable {
    case replay, contract, upstream

    /// The members that only services of this kind have.
    fileprivate var members: [String] {
      switch self {
      case .replay: ["match", "basePath"]
      case .contract: ["states"]
      case .upstream: Forwarding.settings
      }
    }
  }

  /// A server that responds to the requests that a service does not serve.
  package struct Forwarding: Sendable {
    /// The base URL of the server.
    package let url: String
    /// The HAR file to which its exchanges are added, relative to the configuration, or `nil`.
    package let record: String?
    /// The PEM file with the certificates to trust, relative to the configuration, or `nil`.
    package let trust: String?
    /// The section with the members `upstream`, `record` and `trust`, for errors of the maker.
    package let section: ConfigurationReader

    fileprivate static let settings = ["record", "trust"]

    fileprivate init(_ section: ConfigurationReader) throws(ConfigurationError) {
      self.section = section
      url = try section.required("upstream").string()
      record = try section["record"].map { reader throws(ConfigurationError) in
        try reader.string()
      }
      trust = try section["trust"].map { reader throws(ConfigurationError) in try reader.string() }
    }
  }

  /// A backend that was created from the files of a description.
  package struct Content: Sendable {
    let seed: any Backend
    let hosts: [String]
    let digest: UInt64
    let upstream: Responder?

    /// Creates the content of a service: its seed, the hosts that the files or the URL name, a digest
    /// of the files' bytes, and the responder for the requests that the seed does not serve.
    package init(
      seed: any Backend, hosts: [String], digest: UInt64, upstream: Responder?
    ) {
      (self.seed, self.hosts, self.digest) = (seed, hosts, digest)
      self.upstream = upstream
    }
  }

  /// Reads the files of a service and creates its backend.
  package typealias Maker = @Sendable (ServiceDescription) throws(ConfigurationError) -> Content

  /// The name of the service, by which addresses, fault plans and the journal refer to it.
  package let name: String
  package let source: Source
  /// The paths of the files, relative to the configuration; empty for an upstream.
  package let files: [String]
  /// The server that responds to the requests that the files do not serve, or `nil`.
  package let forwarding: Forwarding?
  /// The section, for errors of the maker.
  package let section: ConfigurationReader
  /// The hosts in the section; `nil` to use those that the files name.
  let hosts: [String]?
  /// The port in the section; `nil` to use the next one after the vendors' ports.
  let port: Int?

  /// The names that other parts of the program use next to those of services.
  private static let reserved =
    Service.names + [
      "control", "proxy", "health", "ready", "keys", "listening", "refuse", "pass", "record",
    ]

  /// Reads a member of `services`.
  ///
  /// - Throws: ``ConfigurationError`` with the JSON path of the invalid value.
  init(_ name: String, _ section: ConfigurationReader) throws(ConfigurationError) {
    guard Self.isName(name), !Self.reserved.contains(name) else {
      throw section.error(
        "\"\(name)\" is not a valid name: use up to 40 small letters, digits and \"-\", first a "
          + "letter, and none of: \(Self.reserved.joined(separator: ", "))")
    }
    let sources = Source.allCases
    try section.allowOnly(
      sources.map(\.rawValue) + ["hosts", "port", "policy", "misses"]
        + sources.flatMap(\.members))
    let named = sources.filter { section[$0.rawValue] != nil }
    guard let source = named.first, named.count == 1 else {
      throw section.error("needs one of \"replay\", \"contract\" and \"upstream\"")
    }
    for other in sources where other != source {
      for member in other.members {
        guard let reader = section[member] else { continue }
        throw reader.error("is only for a service with \"\(other.rawValue)\"")
      }
    }
    (self.name, self.source, self.section) = (name, source, section)
    if source == .upstream {
      for member in ["policy", "misses"] {
        guard let reader = section[member] else { continue }
        throw reader.error("is only for a service with \"replay\" or \"contract\"")
      }
      files = []
      forwarding = try Forwarding(section)
    } else {
      files = try Self.strings(try section.required(source.rawValue))
      guard !files.isEmpty else {
        throw try section.required(source.rawValue).error("must name at least one file")
      }
      try section["misses"]?.allowOnly(["upstream"] + Forwarding.settings)
      forwarding = try section["misses"].map(Forwarding.init)
    }
    hosts = try section["hosts"].map(Self.strings)
    port = try section["port"].map { reader throws(ConfigurationError) in
      Int(try reader.integer(0...65_535))
    }
  }

  private static func isName(_ text: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return (1...40).contains(text.utf8.count) && text.utf8.first.map(letters.contains) == true
      && text.utf8.allSatisfy {
        letters.contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  /// Returns a string, or the strings of an array.
  ///
  /// - Throws: ``ConfigurationError`` if the value is neither.
  package static func strings(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String] {
    if reader.value.string != nil { return [try reader.string()] }
    guard reader.value.array != nil else {
      throw reader.error(expected: "a string or an array of strings")
    }
    var strings: [String] = []
    for element in try reader.elements() { strings.append(try element.string()) }
    return strings
  }

  /// Returns the policy in the section, or `standard` if there is none.
  ///
  /// - Throws: ``ConfigurationError`` with the names of all policies.
  package func policy<Policy: RawRepresentable<String> & CaseIterable>(
    _ standard: Policy
  ) throws(ConfigurationError) -> Policy {
    guard let member = section["policy"] else { return standard }
    guard let policy = Policy(rawValue: try member.string()) else {
      let known = Policy.allCases.map(\.rawValue).joined(separator: ", ")
      throw member.error("must be one of: \(known)")
    }
    return policy
  }

  /// Returns the settings that determine the state, with a digest of the files in place of their
  /// paths.
  ///
  /// An upstream does not contribute to the state.
  func origin(_ digest: UInt64) -> JSON {
    var origin = section.value.object ?? [:]
    let others = Source.allCases.map(\.rawValue) + ["hosts", "port", "misses"]
    for member in others + Forwarding.settings { origin[member] = nil }
    origin[source.rawValue] = .string(String(digest, radix: 16))
    return .object(origin)
  }
}

extension StageConfiguration {
  /// The ports of services that do not name one, after those of the vendors.
  private static let servicePorts = 4405..<4500

  /// Adds the services of the section `services`, in the order of the file.
  ///
  /// - Throws: `ConfigurationError` with the JSON path of the invalid value.
  mutating func addServices(
    _ section: ConfigurationReader, madeBy make: ServiceDescription.Maker?
  ) throws(ConfigurationError) {
    guard let make else {
      throw section.error(
        "is read by the command line only; in Swift, add a Service with a RecordingBackend or a "
          + "ContractBackend, and with an upstream")
    }
    var origins = JSONObject()
    for (position, member) in try section.members().enumerated() {
      let service = try ServiceDescription(member.key, member.reader)
      // These ports move with the others of a server, and end before the next block of them.
      guard service.port != nil || position < Self.servicePorts.count else {
        throw member.reader.error(
          "needs a \"port\": only the first \(Self.servicePorts.count) services have one by "
            + "default")
      }
      let content = try make(service)
      services.append(
        Service(
          name: service.name, title: service.name,
          port: service.port ?? Self.servicePorts.lowerBound + position, seed: content.seed,
          hosts: service.hosts ?? HostTable.names(content.hosts),
          upstream: content.upstream))
      origins[service.name] = service.origin(content.digest)
    }
    if !origins.isEmpty { origin["services"] = .object(origins) }
  }
}
