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

  @Test func `two names are two files`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FolderStore(folder)
    store.setBytes([1], named: "a")
    store.setBytes([], named: "b")
    store.setBytes(nil, named: "c")
    #expect(store.bytes(named: "a") == [1])
    #expect(store.bytes(named: "b") == [])
    #expect(FolderStore(folder).bytes(named: "a") == [1])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    store.setBytes(nil, named: "a")
    #expect(store.bytes(named: "a") == nil)
    #expect(store.bytes(named: "b") == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b"])
  }

  @Test func `a name that is a folder keeps the folder and no draft`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a/inner"), withIntermediateDirectories: true)
    FolderStore(folder).setBytes([1], named: "a")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
  }
}
