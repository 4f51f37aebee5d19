import AppCenter
import AppCenterData
import CRUD
import EGF2
import Foundation
import Ghostlight
import GhostlightTesting
import StackMob
import TestSupport
import Testing
import mkApp

/// Tests that an SDK needs only its environment, whatever keys the test's emulators have.
@Suite(.limitedConcurrency) struct `SDKs configured by their environments` {
  private static let stackMob: StackMobConfiguration = {
    var configuration = StackMobConfiguration()
    configuration.developmentKeys = StackMobKeys(
      publicKey: "00000000-1111-2222-3333-444444444444",
      privateKey: "55555555-6666-7777-8888-999999999999")
    return configuration
  }()

  private static let mia: MiaConfiguration = {
    var configuration = MiaConfiguration()
    configuration.secret = "another"
    return configuration
  }()

  @Test(.ghostlight(.stackMob(StackMobBackend(stackMob))))
  func `StackMob sends the keys of the test's emulator`() async throws {
    let context = try TestContext.current
    let client = try SMClient(environment: context.environment())
    #expect(client.publicKey == Self.stackMob.developmentKeys.publicKey)
    let todo = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
    #expect(todo["title"] as? String == "Hello")
    let push = SMPushClient(environment: try context.environment())
    #expect(push.privateKey == Self.stackMob.developmentKeys.privateKey)
    try await push.broadcastMessage(["alert": "Hello"])
  }

  @Test(.ghostlight(.mia(MiaBackend(mia))))
  func `mkApp sends the secret of the test's emulator`() async throws {
    let app = MKAppInstance(environment: try TestContext.current.environment())
    app.analyticsEnabled = false
    #expect(app.APISecret == "another")
    let found = try await MKAppInstance.$current.withValue(app) {
      try await MIAQuery(collectionName: "books").findObjects()
    }
    #expect(found.isEmpty)
  }

  @Test(.ghostlight(.mia(MiaBackend(mia))))
  func `CRUD sends the secret of the test's emulator to paths below v2`() async throws {
    let context = try TestContext.current
    let crud = CRUD(environment: try context.environment())
    await #expect(throws: CRUDError.self) {
      _ = try await crud.get(collection: "nothing").async()
    }
    let entry = try #require(try context.namespace.journal.last)
    #expect(entry.request.target.rawPath.hasPrefix("/v2/nothing/"))
    #expect(entry.answer.response.status == .notFound)
  }

  @Test(.ghostlight(.egf2()))
  func `EGF2 uses the address of the test's emulator`() async throws {
    let graph = try #require(
      EGF2Graph(name: "alone", environment: TestContext.current.environment()))
    try await graph.register(
      withFirstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
      dateOfBirth: Date(timeIntervalSince1970: 0), password: "engine1843")
    #expect(graph.isAuthorized)
  }

  @Test(.ghostlight(.appCenter(), .cosmos()))
  func `App Center connects to the token exchange and to Cosmos DB`() async throws {
    let run = MSAppCenterContext(environment: try TestContext.current.environment())
    let documents = try await MSAppCenterContext.$current.withValue(run) {
      MSAppCenter.start("11111111-2222-3333-4444-555555555555", withServices: [MSData.self])
      return try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
    }
    #expect(documents.currentPage().items?.isEmpty == true)
  }
}
