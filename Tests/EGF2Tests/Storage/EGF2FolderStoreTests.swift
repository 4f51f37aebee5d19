import Foundation
import TestSupport
import Testing

@testable import EGF2

@Suite(.limitedConcurrency) struct `EGF2 folder store` {
  private func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory
      .appending(path: "egf2-\(UUID().uuidString)", directoryHint: .isDirectory)
  }

  @Test func `the standard folder is that of EGF2_STORAGE_DIR or application support`() {
    #expect(EGF2FolderStore.standardFolder(["EGF2_STORAGE_DIR": "/var/egf2"]).path == "/var/egf2")
    let folder = EGF2FolderStore.standardFolder(["EGF2_STORAGE_DIR": ""])
    #expect(folder.lastPathComponent == "EGF2")
  }

  @Test func `a graph stores its files under its name in its folder`() async throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let graph = try #require(EGF2Graph(name: "album", directory: folder))
    #expect(!graph.isAuthorized && graph.name == "album")
    graph.save()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["album.egf2cache"])
  }
}
