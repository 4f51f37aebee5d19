import AppCenter
import AppCenterScenarios
import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `State of Data` {
  /// A delegate that records all arguments of one of its functions.
  private final class Recorder: MSRemoteOperationDelegate {
    let letters = Mailbox(of: String.self)

    func data(
      data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?
    ) {
      let metadata = documentMetadata.map {
        "\($0.partition ?? "-") \($0.documentId ?? "-") \($0.eTag == nil ? "-" : "eTag")"
      }
      let failure = error.map { "\($0.code) \($0.userInfo[MSHttpCodeKey] ?? "-")" }
      letters.put("\(operation), \(metadata ?? "-"), \(failure ?? "-")")
    }
  }

  @Test func `a delegate gets the operation, its document and its error`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let recorder = Recorder()
    world.use { MSData.setRemoteOperationDelegate(recorder) }
    _ = await world.create("1", ["n": 1])
    world.setOnline(true)
    #expect(await recorder.letters.next() == "CREATE, \(World.partition) 1 eTag, -")
    world.setOnline(false)
    world.emulators.intercept {
      $0.isForCosmos && $0.method == .delete ? Response(.serviceUnavailable) : nil
    }
    _ = await world.delete("1")
    world.setOnline(true)
    #expect(await recorder.letters.next() == "DELETE, -, 300 503")
    world.emulators.intercept(nil)
    world.setOnline(false)
    world.use { MSData.setRemoteOperationDelegate(nil) }
    #expect(DataService.of(world.context).state.withLock { $0.delegate } == nil)
  }

  @Test func `two apps have tokens, documents and addresses of their own`() async throws {
    let one = try await World.signedIn()
    let other = try await World.signedIn()
    one.use { MSData.setTokenExchangeUrl("http://one/v0.1") }
    #expect(DataService.of(other.context).exchangeURL == "https://tokens.appcenter.ms/v0.1")
    _ = await one.create("1", ["n": 1])
    #expect(try one.rows().count == 1)
    #expect(try other.rows().isEmpty)
    one.use { MSData.setEnabled(false) }
    #expect(one.use { MSData.isEnabled() } == false)
    #expect(other.use { MSData.isEnabled() })
    one.setOnline(false)
    #expect(await other.read("1").status == 404)
  }

  @Test func `the order of obstacles is disabled, class, id`() async throws {
    let world = try World(isStarted: false)
    func code(_ id: String?, _ document: Any) async -> Int? {
      await withCheckedContinuation { continuation in
        world.use {
          MSData.create(withDocumentId: id, document: document, partition: "user") {
            continuation.resume(returning: $0.error?.code)
          }
        }
      }
    }
    #expect(await code("", 5) == 3)
    world.use { MSAppCenter.start(EmulatorPair.secret, withServices: [MSData.self]) }
    #expect(await code("", 5) == 101)
    #expect(await code("", MSDictionaryDocument(from: [:])) == 207)
    world.use { MSAppCenter.setEnabled(false) }
    #expect(world.use { MSData.isEnabled() } == false)
    #expect(await code("", 5) == 3)
    world.use { MSAppCenter.setEnabled(true) }
    #expect(await code("", 5) == 101)
  }

  @Test func `Data stays disabled after a restart until it is enabled`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try World(storage: .directory(folder))
    first.use { MSData.setEnabled(false) }
    let second = try World(first.emulators, storage: .directory(folder))
    #expect(second.use { MSData.isEnabled() } == false)
    second.use { MSData.setEnabled(true) }
    let third = try World(first.emulators, storage: .directory(folder))
    #expect(third.use { MSData.isEnabled() })
    #expect(MSData.serviceName == "Data")
  }

  @Test func `every await form throws the error of its call`() async throws {
    let world = try await World.signedIn()
    world.emulators.intercept { $0.isForCosmos ? Response(.internalServerError) : nil }
    let document = MSDictionaryDocument(from: ["n": 1])
    func status(
      isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Void
    ) async -> Int? {
      do {
        try await call()
        return nil
      } catch {
        return (error as? MSDataError)?.userInfo[MSHttpCodeKey] as? Int
      }
    }
    await world.use {
      var statuses: [Int?] = []
      statuses.append(
        await status {
          _ = try await MSData.create(withDocumentId: "1", document: document, partition: "user")
        })
      statuses.append(
        await status {
          _ = try await MSData.replace(withDocumentId: "1", document: document, partition: "user")
        })
      statuses.append(
        await status {
          _ = try await MSData.read(
            withDocumentId: "1", documentType: User.self, partition: "user")
        })
      statuses.append(
        await status { _ = try await MSData.delete(withDocumentId: "1", partition: "user") })
      statuses.append(
        await status {
          _ = try await MSData.listDocuments(withType: User.self, partition: "user")
        })
      #expect(statuses == [500, 500, 500, 500, 500])
    }
  }

  @Test func `every await form passes its options on`() async throws {
    let world = try await World.signedIn()
    let document = MSDictionaryDocument(from: ["n": 1])
    func expirations() throws -> [Int64] { try world.rows().map(\.expiration) }
    try await world.use {
      _ = try await MSData.create(
        withDocumentId: "1", document: document, partition: "user",
        writeOptions: MSWriteOptions(deviceTimeToLive: 10))
      #expect(try expirations() == [1_568_974_282])
      _ = try await MSData.replace(
        withDocumentId: "1", document: document, partition: "user",
        writeOptions: MSWriteOptions(deviceTimeToLive: 20))
      #expect(try expirations() == [1_568_974_292])
      _ = try await MSData.read(
        withDocumentId: "1", documentType: User.self, partition: "user",
        readOptions: MSReadOptions(deviceTimeToLive: 30))
      #expect(try expirations() == [1_568_974_302])
      let list = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: "user",
        readOptions: MSReadOptions(deviceTimeToLive: 40))
      #expect(list.currentPage().items?.first?.deserializedValue is MSDictionaryDocument)
      #expect(try expirations() == [1_568_974_312])
      MSData.setNetworkReachable(false)
      _ = try await MSData.delete(
        withDocumentId: "1", partition: "user", writeOptions: MSWriteOptions(deviceTimeToLive: 50))
      #expect(try expirations() == [1_568_974_322])
    }
  }

  @Test func `the old forms of read use the class of the document`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["name": "Alex"])
    let names = Mailbox(of: String?.self)
    let reads: any OldReading.Type = OldReads.self
    world.use { reads.read("1", User(name: "", email: "")) { names.put($0) } }
    #expect(await names.next(2) == ["Alex", "Alex"])
    #expect(try world.rows().map(\.expiration) == [1_568_974_282])
    world.use { reads.read("1", 5) { names.put($0) } }
    #expect(await names.next(2) == ["101", "101"])
  }

  @Test func `each spelling of delete keeps its time to live offline`() async throws {
    let world = try await World.signedIn()
    for id in ["1", "2", "3", "4"] { _ = await world.create(id, ["n": 1]) }
    world.setOnline(false)
    let ids = Mailbox(of: String?.self)
    world.use {
      let take: (MSDocumentWrapper) -> Void = { ids.put($0.documentId) }
      MSData.delete(
        withDocumentId: "1", partition: "user", writeOptions: MSWriteOptions(deviceTimeToLive: 1),
        completionHandler: take)
      MSData.delete(
        withDocumentId: "2", partition: "user", writeOptions: 2, completionHandler: take)
      MSData.delete(
        withDocumentID: "3", partition: "user", writeOptions: MSWriteOptions(deviceTimeToLive: 3),
        completionHandler: take)
      MSData.delete(
        withDocumentID: "4", partition: "user", writeOptions: 4, completionHandler: take)
    }
    #expect(await ids.next(4) == ["1", "2", "3", "4"])
    #expect(
      try world.rows().map { $0.expiration - 1_568_974_272 } == [1, 2, 3, 4])
  }
}

/// The deprecated forms of read; a protocol's function is called without a warning.
private protocol OldReading {
  static func read(_ id: String, _ document: Any, _ take: @escaping (String?) -> Void)
}

private enum OldReads: OldReading {
  @available(*, deprecated)
  static func read(_ id: String, _ document: Any, _ take: @escaping (String?) -> Void) {
    let handler: (MSDocumentWrapper) -> Void = { wrapper in
      take((wrapper.deserializedValue as? User)?.name ?? wrapper.error.map { "\($0.code)" })
    }
    MSData.read(
      withDocumentId: id, document: document, partition: "user",
      readOptions: MSReadOptions(deviceTimeToLive: 5), completionHandler: handler)
    MSData.read(
      withDocumentId: id, document: document, partition: "user", readOptions: 10,
      completionHandler: handler)
  }
}
