import Foundation
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightPersistence
import GhostlightRecording
import GhostlightSQLite
import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Files of a newer version` {
  private let fixture = Fixture(version: Version.current)

  @Test func `a data folder of a newer version is refused and unchanged`() throws {
    let temporary = try TemporaryFolder()
    let path = try fixture.copyData(to: temporary)
    let database = path + "/ghostlight.sqlite"
    let queue = try DatabaseQueue(path: database)
    try queue.inDatabase {
      try $0.execute(sql: "UPDATE meta SET value = '99' WHERE key = 'format'")
    }
    try queue.close()
    let before = try files(path)
    let error = #expect(throws: DataFolderError.self) { try DataFolder(at: path) }
    #expect(
      error?.description
        == "\(database) has format 99, and this version reads up to 3: update Ghostlight, or choose "
        + "another data folder")
    #expect(try files(path) == before)
  }

  @Test func `a snapshot of a newer version is refused as a whole and for one emulator`() throws {
    let stage = Stage(try fixture.configuration())
    let snapshot = try fixture.json("default.snapshot.json")
    for place in [["ghostlight"], ["emulators", "mia", "version"]] {
      let newer = snapshot.setting(place, to: 99)
      let error = #expect(throws: SnapshotError.self) { try stage.snapshot(from: newer) }
      #expect(
        error?.description.hasPrefix("the snapshot has form 99, this Ghostlight reads up to ")
          == true)
      #expect(error?.description.hasSuffix("; use a newer one") == true)
    }
  }

  @Test func `a configuration with an unknown member is refused`() throws {
    let json = try fixture.json("ghostlight.json").setting(["stackmob", "later"], to: true)
    let error = #expect(throws: ConfigurationError.self) { try StageConfiguration(json: json) }
    #expect(error?.description.contains("$.stackmob.later") == true)
  }

  @Test func `a recording of a newer HAR version is refused`() throws {
    let json = try fixture.json("stackmob.har").setting(["log", "version"], to: "2.0")
    let bytes = Array(json.text().utf8)
    let error = #expect(throws: HARError.self) { try HARDocument(reading: bytes, named: "a.har") }
    #expect(
      error?.description
        == #"a.har: log.version: is "2.0", but Ghostlight reads versions up to 1.2; save the recording as "#
        + "HAR 1.2, or update Ghostlight")
  }

  @Test func `a partial recording of a newer version is refused`() throws {
    let temporary = try TemporaryFolder()
    let text = String(decoding: try fixture.bytes("killed.har.partial"), as: UTF8.self)
    let path = try temporary.write(
      text.replacing("GHOSTLIGHT PARTIAL RECORDING 1", with: "GHOSTLIGHT PARTIAL RECORDING 2"),
      to: "a.har.partial")
    let file = try PartialFile(reading: path)
    #expect(PartialRecording(reading: file) == nil)
    #expect(PartialRecording.form(of: file) == 2)
    let own = try PartialFile(reading: fixture.path("killed.har.partial"))
    #expect(PartialRecording.form(of: own) == PartialRecording.newestForm)
  }

  @Test func `a contract of a newer Pact version is refused`() throws {
    let json = try fixture.json("stackmob.pact.json")
      .setting(["metadata", "pactSpecification", "version"], to: "5.0")
    let error = #expect(throws: PactError.self) { try Pact(reading: json) }
    #expect(error?.description.contains("use versions 1 to 4") == true)
  }

  /// Returns the contents of the files in a folder by name, without the lock.
  private func files(_ path: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name != "ghostlight.lock" {
      files[name] = try Data(contentsOf: URL(filePath: path + "/" + name))
    }
    return files
  }
}

extension JSON {
  /// Returns a copy with another value at a place that is given by its member names.
  fileprivate func setting(_ place: [String], to value: JSON) -> JSON {
    guard let name = place.first else { return value }
    var members = object ?? [:]
    members[name] = (members[name] ?? [:]).setting(Array(place.dropFirst()), to: value)
    return .object(members)
  }
}
