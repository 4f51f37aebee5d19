import Foundation
import GhostlightCore
import GhostlightRecording
import TestSupport
import Testing

@testable import GhostlightServer

@Suite struct `The file of a recording under way` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is for its owner only, and has at once what was appended`() throws {
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

  @Test func `is never one that is there already`() throws {
    let path = folder["a.partial"]
    let first = try PartialFile(making: path)
    #expect(throws: PartialFileError.exists(path: path)) { try PartialFile(making: path) }
    withExtendedLifetime(first) {}
  }

  @Test(arguments: ["none/a.partial", ""])
  func `says why it cannot be made`(_ name: String) {
    let error = #expect(throws: PartialFileError.self) {
      try PartialFile(making: folder[name])
    }
    #expect(error.map { "\($0)" }?.contains(folder[name]) == true)
  }

  @Test func `is read as it was left`() throws {
    let path = try folder.write("left", to: "a.partial")
    let file = try PartialFile(reading: path)
    #expect(file.bytes(at: 0, count: file.byteCount) == Array("left".utf8))
    #expect(!file.append([1]))
    #expect(throws: PartialFileError.self) { try PartialFile(reading: folder["none"]) }
  }
}
