import GhostlightCore
package import GhostlightEmulation

/// A member of the section `services` of `ghostlight.json`: a recording or a contract that a stage
/// hosts next to the emulators.
///
/// The command line reads the files and creates the backend, because a stage opens no files.
package struct ServiceDescription: Sendable {
  /// The kinds of files from which a service responds; the raw values are the members that name
  /// them.
  package enum Source: String, Sendable, CaseIterable {
    case replay, contract

    /// The members that only services of this kind have.
    fileprivate var members: [String] {
      switch self {
      case .replay: ["match", "basePath"]
      case .contract: ["states"]
      }
    }
  }

  /// A backend that was created from the files of a description.
  package struct Content: Sendable {
    let seed: any Backend
    let hosts: [String]
    let digest: UInt64

    /// Creates the content of a service: its seed, the hosts that the files name, and a digest of
    /// the files' bytes.
    package init(seed: any Backend, hosts: [String], digest: UInt64) {
      (self.seed, self.hosts, self.digest) = (seed, hosts, digest)
    }
  }

  /// Reads the files of a service and creates its backend.
  package typealias Maker = @Sendable (ServiceDescription) throws(ConfigurationError) -> Content

  /// The name of the service, by which addresses, fault plans and the journal refer to it.
  package let name: String
  package let source: Source
  /// The paths of the files, relative to the configuration.
  package let files: [String]
  /// The section, for errors of the maker.
  package let section: ConfigurationReader
  /// The hosts in the section; `nil` to use those that the files name.
  let hosts: [String]?
  /// The port in the section; `nil` to use the next one after the vendors' ports.
  let port: Int?

  /// The names that other parts of the program use next to those of services.
  private static let reserved =
    Emulator.names + ["control", "proxy", "ready", "keys", "listening", "refuse", "pass", "record"]

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
      sources.map(\.rawValue) + ["hosts", "port", "policy"] + sources.flatMap(\.members))
    let named = sources.filter { section[$0.rawValue] != nil }
    guard let source = named.first, named.count == 1 else {
      throw section.error("needs either \"replay\" or \"contract\"")
    }
    for other in sources where other != source {
      for member in other.members {
        guard let reader = section[member] else { continue }
        throw reader.error("is only for a service with \"\(other.rawValue)\"")
      }
    }
    (self.name, self.source, self.section) = (name, source, section)
    files = try Self.strings(try section.required(source.rawValue))
    hosts = try section["hosts"].map(Self.strings)
    port = try section["port"].map { reader throws(ConfigurationError) in
      Int(try reader.integer(0...65_535))
    }
    guard !files.isEmpty else {
      throw try section.required(source.rawValue).error("must name at least one file")
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
  func origin(_ digest: UInt64) -> JSON {
    var origin = section.value.object ?? [:]
    for member in ["replay", "contract", "hosts", "port"] { origin[member] = nil }
    origin[source.rawValue] = .string(String(digest, radix: 16))
    return .object(origin)
  }
}

extension StageConfiguration {
  /// Adds the services of the section `services`, in the order of the file.
  ///
  /// - Throws: `ConfigurationError` with the JSON path of the invalid value.
  mutating func addServices(
    _ section: ConfigurationReader, madeBy make: ServiceDescription.Maker?
  ) throws(ConfigurationError) {
    guard let make else {
      throw section.error(
        "is read by the command line only; in Swift, add an Emulator with a RecordingBackend or a "
          + "ContractBackend")
    }
    var origins = JSONObject()
    for (position, member) in try section.members().enumerated() {
      let service = try ServiceDescription(member.key, member.reader)
      let content = try make(service)
      emulators.append(
        Emulator(
          name: service.name, title: service.name, port: service.port ?? 4405 + position,
          seed: content.seed, hosts: service.hosts ?? Self.names(content.hosts)))
      origins[service.name] = service.origin(content.digest)
    }
    if !origins.isEmpty { origin["services"] = .object(origins) }
  }

  /// Returns the hosts for which a proxy can have a rule.
  ///
  /// A recording may also have addresses, local names or, in a third party's file, wildcards.
  private static func names(_ hosts: [String]) -> [String] {
    hosts.filter { !$0.contains("*") && ProxyRule($0, target: .refuse) != nil }
  }
}
