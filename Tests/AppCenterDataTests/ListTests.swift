import AppCenter
import AppCenterScenarios
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `Lists` {
  @Test func `listed documents are stored for offline use with their options`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("1", ["n": 1], in: World.partition)
    try world.emulators.store("2", ["n": 2], in: World.partition)
    _ = await world.list(options: MSReadOptions(deviceTimeToLive: 60))
    #expect(try world.rows().map(\.expiration) == [1_568_974_332, 1_568_974_332])
    world.setOnline(false)
    world.emulators.advance(seconds: 59)
    let page = await world.list(options: MSReadOptions(deviceTimeToLive: 60))
    #expect(page.ids == ["1", "2"])
    #expect(page.items?.map(\.isFromDevice) == [true, true])
    #expect(try world.rows().map(\.expiration) == [1_568_974_391, 1_568_974_391])
    world.emulators.advance(seconds: 60)
    #expect(await world.list().ids == [])
    #expect(try world.rows().isEmpty)
  }

  @Test func `documents listed without a time to live are not stored`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("1", ["n": 1], in: World.partition)
    #expect(await world.list(options: .createNoCacheOptions()).ids == ["1"])
    world.setOnline(false)
    #expect(await world.list().ids == [])
  }

  @Test func `an offline list without a time to live removes its documents`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("1", ["n": 1], in: World.partition)
    _ = await world.list()
    world.setOnline(false)
    #expect(await world.list(options: .createNoCacheOptions()).ids == ["1"])
    #expect(await world.list().ids == [])
  }

  @Test func `a list does not overwrite pending operations`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("1", ["n": 1], in: World.partition)
    _ = await world.list()
    world.setOnline(false)
    _ = await world.delete("1")
    world.emulators.intercept {
      $0.isForCosmos && $0.method == .delete ? Response(.serviceUnavailable) : nil
    }
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    world.setOnline(true)
    _ = await listener.operations.next()
    // The device has only a document with a pending deletion, so the list comes from the service.
    #expect(await world.list().ids == ["1"])
    #expect(try world.rows().map(\.pending?.rawValue) == ["DELETE"])
  }

  @Test func `a list response needs documents`() async throws {
    let world = try World()
    for body in ["{}", #"{"Documents":{}}"#, "<html>"] {
      world.emulators.intercept { $0.isForCosmos ? Response(.ok, body: Array(body.utf8)) : nil }
      let page = await world.list(in: "readonly")
      #expect(page.code == 102)
      #expect(page.message == "Can't deserialize documents")
      #expect(page.items == nil)
    }
  }

  @Test func `an unreadable document is an error of its item only`() async throws {
    let world = try World()
    try world.emulators.store("1", ["n": 1], in: "readonly")
    let good = try #require(world.emulators.stored("1", in: "readonly"))
    world.emulators.intercept {
      $0.isForCosmos ? .json(.ok, ["Documents": [["id": "0"], good, 5]]) : nil
    }
    let page = await world.list(in: "readonly")
    #expect(page.items?.map(\.code) == [102, nil, 102])
    #expect(try world.rows("readonly").map(\.id) == ["1"])
  }

  @Test func `a refused list has the status`() async throws {
    let world = try World()
    world.emulators.intercept { $0.isForCosmos ? Response(.serviceUnavailable) : nil }
    let page = await world.list(in: "readonly")
    #expect(page.code == 300)
    #expect(page.status == 503)
    #expect(!page.hasNext)
  }

  private func paged() async throws -> World {
    let world = try await World.signedIn()
    for number in 1...250 { try world.emulators.store("\(number)", [:], in: World.partition) }
    return world
  }

  @Test func `offline the next page is an error, and can be read later`() async throws {
    let world = try await paged()
    try await world.use {
      let documents = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: "user",
        readOptions: MSReadOptions(deviceTimeToLive: 60))
      MSData.setNetworkReachable(false)
      var pages: [MSPage?] = []
      documents.nextPage { pages.append($0) }
      #expect(pages.map { $0?.error?.code } == [208])
      #expect(documents.currentPage() === pages[0])
      #expect(documents.hasNextPage())
      MSData.setNetworkReachable(true)
      #expect(try await documents.nextPage()?.items?.count == 100)
    }
    // The options of the first call apply to all pages.
    #expect(Set(try world.rows().map(\.expiration)) == [1_568_974_332])
    #expect(try world.rows().count == 200)
  }

  @Test func `a list ends with a page that fails`() async throws {
    let world = try await paged()
    await world.use {
      let documents = try? await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: "user")
      world.emulators.intercept { $0.isForCosmos ? Response(.internalServerError) : nil }
      await #expect(throws: MSDataError.self) { _ = try await documents?.nextPage() }
      #expect(documents?.hasNextPage() == false)
      #expect(documents?.currentPage().error?.code == 300)
    }
  }

  @Test func `paging continues with the service after an offline write`() async throws {
    let world = try await paged()
    try await world.use {
      let documents = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: "user")
      MSData.setNetworkReachable(false)
      _ = try await MSData.replace(
        withDocumentId: "x", document: MSDictionaryDocument(from: [:]), partition: "user")
      world.emulators.intercept { $0.method == .post ? Response(.serviceUnavailable) : nil }
      MSData.setNetworkReachable(true)
      #expect(try await documents.nextPage()?.items?.first?.documentId == "101")
    }
  }

  @Test func `both names of nextPage pass the page to a handler`() async throws {
    let world = try await paged()
    try await world.use {
      let documents = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: "user")
      let counts = Mailbox(of: Int?.self)
      documents.nextPageWithCompletionHandler { counts.put($0?.items?.count) }
      #expect(await counts.next() == 100)
      documents.nextPage { counts.put($0?.items?.count) }
      #expect(await counts.next() == 50)
      documents.nextPage { counts.put($0?.items?.count) }
      #expect(await counts.next() == .some(nil))
    }
  }
}
