import Foundation
import GhostlightClient
import Testing

@Suite struct `Folder store` {
  private func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory
      .appending(path: "client-\(UUID().uuidString)", directoryHint: .isDirectory)
  }

  @Test func `files are readable by their owner only, replaced and removed`() throws {
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

  @Test func `a file that cannot be written is ignored`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("a file".utf8).write(to: folder)
    let store = FolderStore(folder)
    store.setBytes([1], named: "a")
    #expect(store.bytes(named: "a") == nil)
  }
}
