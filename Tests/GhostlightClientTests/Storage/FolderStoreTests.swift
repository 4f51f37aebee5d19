import Foundation
import GhostlightClient
import Testing

@Suite struct `Files on disk` {
  private func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory
      .appending(path: "client-\(UUID().uuidString)", directoryHint: .isDirectory)
  }

  @Test func `are kept for their owner alone, and can be replaced and removed`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FolderStore(folder.appending(path: "inner"))
    #expect(store.bytes(named: "a") == nil)
    store.setBytes([1, 2], named: "a")
    store.setBytes([3], named: "a")
    #expect(store.bytes(named: "a") == [3])
    let path = folder.appending(path: "inner/a").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    store.setBytes(nil, named: "a")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/inner") == [])
  }

  @Test func `that cannot be written stop nothing`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("a file".utf8).write(to: folder)
    let store = FolderStore(folder)
    store.setBytes([1], named: "a")
    #expect(store.bytes(named: "a") == nil)
  }
}
