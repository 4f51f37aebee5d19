import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `MKFolderStore files` {
  @Test func `stored files are readable by their owner only`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mkApp-\(UUID().uuidString)").appendingPathComponent("deep")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let store = MKFolderStore(folder)
    #expect(store.bytes(named: "a.json") == nil)
    store.setBytes([1, 2], named: "a.json")
    store.setBytes([3], named: "a.json")
    #expect(MKFolderStore(folder).bytes(named: "a.json") == [3])
    let path = folder.appendingPathComponent("a.json").path
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
    store.setBytes(nil, named: "a.json")
    #expect(store.bytes(named: "a.json") == nil)
  }

  @Test func `stored credentials survive a restart of the app`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mkApp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = TestApp(.session(), change: { $0.store = nil })
    first.instance.storageDirectory = folder
    _ = try await first.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    let second = TestApp(.json(.ok, ["id": "5b0b"]), change: { $0.store = nil })
    second.instance.storageDirectory = folder
    let restored = try await second.run { try await MKUser.loginWithLocalStoredUser() }
    #expect(restored.user?.collectionId == "5b0b")
    #expect(second.service.requests.first?.headers[.cookie] == "sid=6d0c")
  }

  @Test func `a folder that cannot be written does not fail a login`() async throws {
    let app = TestApp(.session(), change: { $0.store = nil })
    app.instance.storageDirectory = URL(fileURLWithPath: "/dev/null/no")
    let user = try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    #expect(user.userName == "mario")
  }
}
