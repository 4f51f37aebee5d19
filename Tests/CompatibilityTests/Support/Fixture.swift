import Foundation
import Ghostlight
import GhostlightCore
import GhostlightPersistence
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

/// The files that one version of Ghostlight wrote: a folder in `Fixtures`.
struct Fixture: Sendable, CustomTestStringConvertible {
  let version: String

  var testDescription: String { version }

  /// The fixtures of all versions.
  static let all: [Fixture] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.first?.isNumber == true }.sorted().map(Fixture.init)
  }()

  /// The names of the vendors on the command line.
  static let vendors = ["stackmob", "mia", "egf2", "appcenter", "cosmos"]

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  /// Returns the path of a file of this version.
  func path(_ name: String) -> String {
    Self.folder.appending(path: version).appending(path: name).path
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  func json(_ name: String) throws -> JSON { try JSON.parse(try bytes(name)) }

  /// Reads the configuration for a data folder that was created at the given time.
  func configuration(madeAt: Int64? = nil) throws -> StageConfiguration {
    try StageConfiguration(json: try json("ghostlight.json"), at: madeAt)
  }

  /// Copies the data folder, because opening it changes it.
  func copyData(to folder: TemporaryFolder) throws -> String {
    try FileManager.default.copyItem(atPath: path("data"), toPath: folder["data"])
    return folder["data"]
  }

  /// Reads the recording of a vendor.
  func recording(_ vendor: String) throws -> Recording {
    try Recording(HARDocument(reading: try bytes("\(vendor).har"), named: "\(vendor).har"))
  }
}

/// A read request, with the response at the time when the fixture was written.
struct RecordedRead: Sendable {
  let emulator: String
  let namespace: String
  let request: Request
  let status: Int64?
  let answer: JSON?

  /// Returns the recorded reads of a version, for one namespace or for all.
  static func all(_ fixture: Fixture, in namespace: String? = nil) throws -> [RecordedRead] {
    let reads = try fixture.json("reads.json").array ?? []
    return reads.compactMap(RecordedRead.init).filter { namespace ?? $0.namespace == $0.namespace }
  }

  private init?(_ json: JSON) {
    guard let emulator = json["emulator"]?.string, let namespace = json["namespace"]?.string,
      let method = json["method"]?.string.flatMap({ HTTPRequest.Method(rawValue: $0) }),
      let target = json["target"]?.string, let fields = json["headers"]?.object
    else { return nil }
    var request = Request(method, RequestTarget(target))
    for field in fields {
      guard let name = HTTPField.Name(field.key), let value = field.value.string else { return nil }
      request.headers[name] = value
    }
    (self.emulator, self.namespace, self.request) = (emulator, namespace, request)
    (status, answer) = (json["status"]?.integer, json["answer"])
  }

  /// Checks that a stage returns the recorded response for each request.
  static func expect(
    _ reads: [RecordedRead], of stage: Stage, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for read in reads {
      let response = stage.respond(to: read.request, by: read.emulator)
      #expect(
        Int64(response.status.code) == read.status, "\(read.request.target.raw)",
        sourceLocation: sourceLocation)
      #expect(
        response.json == read.answer, "\(read.request.target.raw)", sourceLocation: sourceLocation)
    }
  }
}
