import AppCenter
import AppCenterScenarios
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `All spellings of the calls` {
  private let user = User(name: "Alex", email: "alex@appcenter.ms")
  private let seconds = 60

  @Test func `all spellings of create and replace work`() async throws {
    let world = try await World.signedIn()
    let letters = Mailbox(of: String?.self)
    let write = MSWriteOptions(deviceTimeToLive: seconds)
    world.use {
      let take: (MSDocumentWrapper) -> Void = { letters.put($0.documentId) }
      MSData.create(
        withDocumentId: "1", document: user, partition: "user", completionHandler: take)
      MSData.create(withDocumentId: "2", document: user, partition: "user", writeOptions: write) {
        take($0)
      }
      MSData.create(withDocumentId: "3", document: user, partition: "user", writeOptions: seconds) {
        take($0)
      }
      MSData.create(withDocumentID: "4", document: user, partition: "user") { take($0) }
      MSData.create(withDocumentID: "5", document: user, partition: "user", writeOptions: 0) {
        take($0)
      }
      MSData.replace(withDocumentId: "6", document: user, partition: "user") { take($0) }
      MSData.replace(withDocumentId: "7", document: user, partition: "user", writeOptions: -9) {
        take($0)
      }
      MSData.replace(withDocumentID: "8", document: user, partition: "user", writeOptions: nil) {
        take($0)
      }
      MSData.replace(
        withDocumentID: "9", document: user, partition: "user", writeOptions: seconds,
        completionHandler: take)
    }
    #expect(await letters.next(9) == (1...9).map { "\($0)" })
    let expirations = try world.rows().map { "\($0.id) \($0.expiration)" }
    #expect(
      expirations == [
        "1 -1", "2 1568974332", "3 1568974332", "4 -1", "6 -1", "7 -1", "8 -1", "9 1568974332",
      ])
  }

  @Test func `all spellings of read, delete and list work`() async throws {
    let world = try await World.signedIn()
    for id in ["1", "2", "3", "4"] { _ = await world.create(id, ["name": "Alex"]) }
    let letters = Mailbox(of: String?.self)
    let read = MSReadOptions(deviceTimeToLive: seconds)
    world.use {
      let take: (MSDocumentWrapper) -> Void = { letters.put(($0.deserializedValue as? User)?.name) }
      MSData.read(
        withDocumentId: "1", documentType: User.self, partition: "user", readOptions: read
      ) { take($0) }
      MSData.read(
        withDocumentID: "2", documentType: User.self, partition: "user", readOptions: seconds,
        completionHandler: take)
      MSData.listDocuments(withType: User.self, partition: "user", readOptions: seconds) {
        letters.put("\($0.currentPage().items?.count ?? 0)")
      }
      MSData.delete(withDocumentId: "1", partition: "user") { letters.put($0.documentId) }
      MSData.delete(withDocumentId: "2", partition: "user", writeOptions: seconds) {
        letters.put($0.documentId)
      }
      MSData.delete(withDocumentID: "3", partition: "user", writeOptions: nil) {
        letters.put($0.documentId)
      }
      MSData.delete(withDocumentID: "4", partition: "user", writeOptions: seconds) {
        letters.put($0.documentId)
      }
    }
    #expect(await letters.next(7) == ["Alex", "Alex", "4", "1", "2", "3", "4"])
  }

  @Test func `both functions of a delegate are called`() async throws {
    final class Both: MSRemoteOperationDelegate {
      let mailbox = Mailbox(of: String.self)

      func data(
        _ data: MSData, didCompleteRemoteOperation operation: String,
        forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
      ) { mailbox.put("first \(operation)") }

      func data(
        data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?
      ) { mailbox.put("second \(operation)") }
    }
    let world = try await World.signedIn(isOnline: false)
    let both = Both()
    world.use { MSData.setRemoteOperationDelegate(both) }
    _ = await world.create("1", [:])
    world.setOnline(true)
    #expect(await both.mailbox.next(2) == ["first CREATE", "second CREATE"])
  }

  @Test func `handlers run in the SDK context of their call`() async throws {
    let world = try await World.signedIn()
    let letters = Mailbox(of: Int?.self)
    world.use {
      MSData.read(withDocumentId: "1", documentType: User.self, partition: "user") { _ in
        MSData.read(withDocumentId: "1", documentType: User.self, partition: "user") {
          letters.put($0.error?.userInfo[MSHttpCodeKey] as? Int)
        }
      }
    }
    #expect(await letters.next() == 404)
  }
}
