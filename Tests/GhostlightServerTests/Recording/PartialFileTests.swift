import Foundation
import GhostlightCore
import GhostlightRecording
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Partial files` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a partial file is private and contains appended bytes at once`() throws {
    let file = try PartialFile(making: folder["a.partial"])
    #expect(file.append(Array("abc".utf8)))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let signature = String(decoding: PartialRecording.signature, as: UTF8.self)
    #expect(try folder.read("a.partial") == signature + "abc")
    #expect(file.byteCount == signature.utf8.count + 3)
    #expect(file.bytes(at: signature.utf8.count + 1, count: 10) == Array("bc".utf8))
    file.remove()
    #expect(try folder.names == [])
  }

  @Test func `an existing partial file is never overwritten`() throws {
    let path = folder["a.partial"]
    let first = try PartialFile(making: path)
    #expect(throws: PartialFileError.exists(path: path)) { try PartialFile(making: path) }
    withExtendedLifetime(first) {}
  }

  @Test func `only one process may claim a partial file, and none while it is written`() throws {
    let path = folder["a.partial"]
    var writer: PartialFile? = try PartialFile(making: path)
    #expect(writer?.isInUse == true)
    #expect(throws: PartialFileError.inUse(path: path)) { try PartialFile(claiming: path) }
    writer = nil
    let claimed = try PartialFile(claiming: path)
    #expect(throws: PartialFileError.inUse(path: path)) { try PartialFile(claiming: path) }
    #expect(try PartialFile(reading: path).isInUse)
    claimed.remove()
    #expect(try folder.names == [])
  }

  @Test(arguments: ["none/a.partial", ""])
  func `a partial file that cannot be created is reported with its path`(_ name: String) {
    let error = #expect(throws: PartialFileError.self) {
      try PartialFile(making: folder[name])
    }
    #expect(error.map { "\($0)" }?.contains(folder[name]) == true)
  }

  @Test func `an abandoned partial file is read unchanged`() throws {
    let path = try folder.write("left", to: "a.partial")
    let file = try PartialFile(reading: path)
    #expect(file.bytes(at: 0, count: file.byteCount) == Array("left".utf8))
    #expect(!file.append([1]))
    #expect(throws: PartialFileError.self) { try PartialFile(reading: folder["none"]) }
  }
}
