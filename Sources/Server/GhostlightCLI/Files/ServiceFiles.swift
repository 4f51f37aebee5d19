import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the HAR and Pact files that the section `services` of a configuration names.
struct ServiceFiles: Sendable {
  /// The folder of the configuration, to which paths are relative.
  private let folder: URL

  /// Creates a reader for the files next to a configuration.
  init(beside path: String) { folder = URL(filePath: path).deletingLastPathComponent() }

  /// Creates the backend of a service from its files.
  ///
  /// - Throws: `ConfigurationError` with the JSON path and the file.
  func content(
    of service: ServiceDescription
  ) throws(ConfigurationError) -> ServiceDescription.Content {
    var digest = Digest64()
    switch service.source {
    case .replay:
      var recordings: [Recording] = []
      for path in paths(of: service) {
        let bytes = try bytes(path, of: service)
        digest.add(bytes)
        recordings.append(try recording(bytes, path, of: service))
      }
      let backend = try replay(Recording.merging(recordings), as: service)
      return .init(seed: backend, hosts: backend.hosts, digest: digest.value)
    case .contract:
      var files: [ContractFile] = []
      for path in paths(of: service) {
        let bytes = try bytes(path, of: service)
        digest.add(bytes)
        files.append(try contract(bytes, path, of: service))
      }
      let states = try service.section["states"].map(ServiceDescription.strings)
      let backend = ContractBackend(
        files, policy: try service.policy(StubPolicy.last), given: states)
      return .init(seed: backend, hosts: [], digest: digest.value)
    }
  }

  private func replay(
    _ recording: Recording, as service: ServiceDescription
  ) throws(ConfigurationError) -> RecordingBackend {
    var matcher = Matcher.standard
    if let member = service.section["match"] {
      let parts = try ServiceDescription.strings(member)
      do throws(MatcherSyntaxError) {
        matcher = try Matcher(
          parsing: parts.flatMap { $0.split(separator: ",").map(String.init) })
      } catch {
        throw member.error("\(error)")
      }
    }
    var base: ReplayBase?
    if let member = service.section["basePath"] {
      base = ReplayBase(try member.string())
      guard base != nil else {
        throw member.error("must be a path such as /v1, or a URL such as https://example.com/v1")
      }
    }
    return RecordingBackend(
      recording, matcher: matcher, policy: try service.policy(ReplayPolicy.once), base: base,
      normalise: Redactor().normaliser(for: recording))
  }

  private func recording(
    _ bytes: [UInt8], _ path: String, of service: ServiceDescription
  ) throws(ConfigurationError) -> Recording {
    do throws(HARError) {
      return try Recording(HARDocument(reading: bytes, named: path))
    } catch {
      throw Self.error("\(error)", of: service)
    }
  }

  private func contract(
    _ bytes: [UInt8], _ path: String, of service: ServiceDescription
  ) throws(ConfigurationError) -> ContractFile {
    do throws(PactError) {
      return ContractFile(path, try Pact.parse(bytes))
    } catch {
      throw Self.error("\(path): \(error)", of: service)
    }
  }

  private func bytes(
    _ path: String, of service: ServiceDescription
  ) throws(ConfigurationError) -> [UInt8] {
    do {
      return try FileReader.bytes(of: path)
    } catch {
      throw Self.error("cannot read \(path): \(SystemCalls.words(for: error))", of: service)
    }
  }

  private static func error(_ what: String, of service: ServiceDescription) -> ConfigurationError {
    (service.section[service.source.rawValue] ?? service.section).error(what)
  }

  private func paths(of service: ServiceDescription) -> [String] {
    service.files.flatMap { paths($0, isContract: service.source == .contract) }
  }

  /// Returns the paths of the files that a member names; a contract may be a folder of files.
  private func paths(_ name: String, isContract: Bool) -> [String] {
    let path = URL(filePath: name, relativeTo: folder).path
    return isContract ? InputFolder.files(in: path, suffix: ".json") : [path]
  }

  /// Returns the paths of all files and folders that a configuration's services name.
  func named(in json: JSON) -> [String] {
    var found: [String] = []
    for service in json["services"]?.object ?? [:] {
      for source in ServiceDescription.Source.allCases {
        let member = service.value[source.rawValue]
        for name in (member?.array ?? [member].compactMap(\.self)).compactMap(\.string) {
          found.append(URL(filePath: name, relativeTo: folder).path)
          found += paths(name, isContract: source == .contract)
        }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }
}
