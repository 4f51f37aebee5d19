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

/// Creates the services of the section `services` of a configuration from the HAR and Pact files,
/// and the servers, that it names.
struct ServiceFiles: Sendable {
  /// The folder of the configuration, to which paths are relative.
  private let folder: URL
  /// The files to which upstreams are recorded; `nil` if they are not to be recorded.
  private let recordings: ServiceRecordings?
  private let progress: StartProgress?
  private let keepsState: Bool
  /// Called with a line for each entry that is left out of a recording.
  private let remark: @Sendable (String) -> Void

  /// Creates a reader for the files next to a configuration.
  ///
  /// With `keepsState`, a data folder keeps the positions in recordings, which must not change.
  init(
    beside path: String, _ recordings: ServiceRecordings? = nil, _ progress: StartProgress? = nil,
    keepsState: Bool = false, remark: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    folder = URL(filePath: path).deletingLastPathComponent()
    self.recordings = recordings
    self.progress = progress
    self.keepsState = keepsState
    self.remark = remark
  }

  /// Creates the backend of a service from its files, and its upstream.
  ///
  /// - Throws: `ConfigurationError` with the JSON path and the file.
  func content(
    of service: ServiceDescription
  ) throws(ConfigurationError) -> ServiceDescription.Content {
    switch service.source {
    case .replay:
      let (files, digest) = try read(service, recording)
      let backend = try replay(Recording.merging(files), as: service)
      return .init(
        seed: backend, hosts: backend.hosts, digest: digest,
        upstream: try upstream(of: service) { backend.recordable($0, forwardedAs: $1) })
    case .contract:
      let (files, digest) = try read(service, contract)
      let states = try service.section["states"].map(ServiceDescription.strings)
      let backend = ContractBackend(
        files, policy: try service.policy(StubPolicy.last), given: states)
      return .init(
        seed: backend, hosts: [], digest: digest,
        upstream: try upstream(of: service) { $1 })
    case .upstream:
      let host = service.forwarding.flatMap { URLComponents(string: $0.url)?.host }
      return .init(
        seed: RecordingBackend(Recording([])), hosts: [host].compactMap(\.self),
        digest: Digest64().value, upstream: try upstream(of: service) { $1 })
    }
  }

  /// Returns the files of a service as `parse` returns them, and a digest of their bytes.
  private func read<File>(
    _ service: ServiceDescription,
    _ parse: ([UInt8], String, ConfigurationReader) throws(ConfigurationError) -> File
  ) throws(ConfigurationError) -> (files: [File], digest: UInt64) {
    let source = try service.section.required(service.source.rawValue)
    var digest = Digest64()
    var files: [File] = []
    let paths = paths(of: service)
    for (position, path) in paths.enumerated() {
      progress?.begin(reading: path, position + 1, of: paths.count)
      let bytes = try bytes(path, source)
      digest.add(bytes)
      files.append(try parse(bytes, path, source))
    }
    return (files, digest.value)
  }

  private func replay(
    _ recording: Recording, as service: ServiceDescription
  ) throws(ConfigurationError) -> RecordingBackend {
    var matcher = Matcher.standard
    if let member = service.section["match"] {
      let parts = try ServiceDescription.strings(member)
      do throws(MatcherSyntaxError) {
        matcher = try Matcher(lists: parts)
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
    _ bytes: [UInt8], _ path: String, _ member: ConfigurationReader
  ) throws(ConfigurationError) -> Recording {
    do throws(HARError) {
      let document = try HARDocument(reading: bytes, named: path, in: HARFolder(of: path))
      let contents = document.contents
      for line in contents.summary { remark("\(path): \(line)") }
      return Recording(document, contents)
    } catch {
      throw member.error("\(error)")
    }
  }

  private func contract(
    _ bytes: [UInt8], _ path: String, _ member: ConfigurationReader
  ) throws(ConfigurationError) -> ContractFile {
    do throws(PactError) {
      return ContractFile(path, try Pact.parse(bytes))
    } catch {
      throw member.error("\(path): \(error)")
    }
  }

  private func bytes(
    _ path: String, _ member: ConfigurationReader
  ) throws(ConfigurationError) -> [UInt8] {
    do {
      return try FileReader.bytes(of: path)
    } catch {
      throw member.error("cannot read \(path): \(SystemCalls.words(for: error))")
    }
  }

  private func paths(of service: ServiceDescription) -> [String] {
    service.files.flatMap { paths($0, isContract: service.source == .contract) }
  }

  /// Returns the paths of the files that a member names; a contract may be a folder of files.
  private func paths(_ name: String, isContract: Bool) -> [String] {
    let path = path(name)
    return isContract ? InputFolder.files(in: path, suffix: ".json") : [path]
  }

  private func path(_ name: String) -> String { URL(filePath: name, relativeTo: folder).path }

  /// Returns the paths of all files and folders that a configuration's services name.
  func named(in json: JSON) -> [String] {
    var found: [String] = []
    for service in json["services"]?.object ?? [:] {
      for source in ServiceDescription.Source.allCases where source != .upstream {
        let member = service.value[source.rawValue]
        for name in (member?.array ?? [member].compactMap(\.self)).compactMap(\.string) {
          found.append(path(name))
          found += paths(name, isContract: source == .contract)
        }
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }
}

extension Matcher {
  /// Creates a matcher from lists of parts, such as `method,path`.
  init(lists: [String]) throws(MatcherSyntaxError) {
    try self.init(parsing: lists.flatMap { $0.split(separator: ",").map(String.init) })
  }
}

/// Servers that respond where a service does not.
extension ServiceFiles {
  /// Adds what processes that were killed have recorded to the files of all services.
  ///
  /// - Throws: `ConfigurationError` with the JSON path of the first file to which nothing can be
  ///   added, and the remedy.
  func recover(in json: JSON) throws(ConfigurationError) {
    guard let recordings, let services = ConfigurationReader(json)["services"] else { return }
    for service in try services.members() {
      for member in [service.reader["record"], service.reader["misses"]?["record"]] {
        guard let member, let name = member.value.string else { continue }
        do throws(PartialFileError) {
          try recordings.recover(path(name))
        } catch {
          throw member.error("\(error)")
        }
      }
    }
  }

  /// Creates the upstream of a service; `nil` if it has none.
  ///
  /// `change` returns the request to record, from those that the service and the upstream get.
  private func upstream(
    of service: ServiceDescription, as change: @escaping @Sendable (Request, Request) -> Request
  ) throws(ConfigurationError) -> Responder? {
    guard let forwarding = service.forwarding else { return nil }
    var options = UpstreamOptions()
    options.trustFile = forwarding.trust.map(path)
    let upstream: Upstream
    do throws(UpstreamError) {
      upstream = try Upstream(forwarding.url, options)
    } catch {
      let isAboutURL = if case .badURL = error { true } else { false }
      let member = forwarding.section[isAboutURL ? "upstream" : "trust"]
      throw (member ?? forwarding.section).error("\(error)")
    }
    guard let recordings, let file = try recordedFile(of: service, forwarding) else {
      return upstream.rewritingLinks(of: upstream.responder)
    }
    let recorded = recordings.recorded(upstream.responder, to: file) {
      change($0, upstream.forwarded($0))
    }
    return upstream.rewritingLinks(of: recorded)
  }

  /// Returns the path of the file to which an upstream is recorded, or `nil` if it is not recorded.
  ///
  /// - Throws: `ConfigurationError` if exchanges could not be added to the file later.
  private func recordedFile(
    of service: ServiceDescription, _ forwarding: ServiceDescription.Forwarding
  ) throws(ConfigurationError) -> String? {
    guard let name = forwarding.record else { return nil }
    let member = try forwarding.section.required("record")
    let path = path(name)
    if paths(of: service).contains(path) {
      guard service.source == .replay else {
        throw member.error("is a contract: name a HAR file")
      }
      guard !keepsState else {
        throw member.error(
          "is a file of \"replay\", which must not change while --data keeps the position in it: "
            + "name a file of its own")
      }
    } else if FileStatus(path) != nil {
      try checkEntries(of: path, member)
    }
    return path
  }

  /// Checks that a file is a recording, without reading more than its first entry.
  private func checkEntries(
    of path: String, _ member: ConfigurationReader
  ) throws(ConfigurationError) {
    let hasEntries: Bool
    do {
      let file = try FileReader(path)
      var reader = HAREntryReader(named: path) { try file.read(upTo: 1 << 16) }
      hasEntries = try reader.next() != nil
    } catch {
      throw member.error(
        error is HARError
          ? "\(error)" : "cannot read \(path): \(SystemCalls.words(for: error))")
    }
    if !hasEntries { _ = try recording(try bytes(path, member), path, member) }
  }
}
