import AppCenter
import AppCenterData
import AppCenterScenarios
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The sections of the guide` {
  @Test func `Creating a Document`() async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["name": "Alex"])
    let stored = try #require(world.emulators.stored("1", in: World.partition))
    #expect(
      created
        == Seen(
          json: #"{"name":"Alex"}"#, partition: World.partition, id: "1",
          eTag: stored["_etag"]?.string, updated: 1_568_974_272))
    #expect(stored["document"] == ["name": "Alex"])
    #expect(stored["PartitionKey"] == .string(World.partition))
  }

  @Test func `Reading a Document`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store(
      "1", ["name": "Alex", "n": [1, 2.5, true, nil]], in: World.partition)
    let read = await world.read("1")
    #expect(read.json == #"{"name":"Alex","n":[1,2.5,true,null]}"#)
    #expect(read.partition == World.partition)
    #expect(!read.isFromDevice)
  }

  @Test func `Reading a Document of the public partition`() async throws {
    let world = try World()
    try world.emulators.store("1", ["name": "Alex"], in: "readonly")
    let read = await world.read("1", in: kMSDataAppDocumentsPartition)
    #expect(read.json == #"{"name":"Alex"}"#)
    #expect(read.partition == "readonly")
  }

  @Test func `Replacing (Upsert) a Document`() async throws {
    let world = try await World.signedIn()
    let first = await world.replace("1", ["email": "alex@appcenter.ms"])
    let second = await world.replace("1", ["email": "alex@microsoft.com"])
    #expect(second.json == #"{"email":"alex@microsoft.com"}"#)
    #expect(first.eTag != nil && second.eTag != first.eTag)
    let stored = world.emulators.stored("1", in: World.partition)
    #expect(stored?["document"] == ["email": "alex@microsoft.com"])
  }

  @Test func `Deleting a document`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["name": "Alex"])
    #expect(await world.delete("1") == Seen(partition: "user", id: "1"))
    #expect(world.emulators.stored("1", in: World.partition) == nil)
  }

  @Test func `Fetching a list of Documents`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("1", ["name": "Alex"], in: World.partition)
    try world.emulators.store("2", ["name": "Bo"], in: World.partition)
    try world.emulators.store("3", ["name": "Cy"], in: "readonly")
    let page = await world.list()
    #expect(page.items?.map(\.json) == [#"{"name":"Alex"}"#, #"{"name":"Bo"}"#])
    #expect(!page.hasNext)
    #expect(await world.list(in: "readonly").ids == ["3"])
  }

  @Test func `Pagination`() async throws {
    let world = try await World.signedIn()
    for number in 1...150 { try world.emulators.store("\(number)", [:], in: World.partition) }
    try await world.use {
      let documents = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: kMSDataUserDocumentsPartition)
      #expect(documents.currentPage().items?.map(\.documentId) == (1...100).map { "\($0)" })
      #expect(documents.hasNextPage())
      let next = try #require(try await documents.nextPage())
      #expect(next.items?.map(\.documentId) == (101...150).map { "\($0)" })
      #expect(documents.currentPage() === next)
      #expect(!documents.hasNextPage())
      #expect(try await documents.nextPage() == nil)
    }
    let lists = world.emulators.takeRequests().filter(\.isForCosmos)
    #expect(lists.count == 2)
    #expect(lists.last?.text.contains("\nx-ms-continuation: -RID:~") == true)
  }

  @Test func `models are created from documents and sent as documents`() async throws {
    let world = try await World.signedIn()
    try await world.use {
      let user = User(name: "Alex", email: "alex@appcenter.ms")
      let created = try await MSData.create(withDocumentId: "1", document: user, partition: "user")
      #expect((created.deserializedValue as? User)?.name == "Alex")
      let read = try await MSData.read(
        withDocumentId: "1", documentType: User.self, partition: "user")
      #expect((read.deserializedValue as? User)?.email == "alex@appcenter.ms")
      user.email = "alex@microsoft.com"
      let replaced = try await MSData.replace(
        withDocumentId: "1", document: user, partition: "user")
      #expect((replaced.deserializedValue as? User)?.email == "alex@microsoft.com")
      _ = try await MSData.delete(withDocumentId: "1", partition: "user")
      await #expect(throws: MSDataError.self) {
        _ = try await MSData.read(withDocumentId: "1", documentType: User.self, partition: "user")
      }
    }
  }

  @Test func `values keep their types when they are sent and read`() async throws {
    let world = try await World.signedIn()
    try await world.use {
      let document = MSDictionaryDocument(from: [
        "text": "ä\"\n", "int": 42, "double": 42.0, "bool": true, "list": [1, "a"],
        "object": ["k": false],
      ])
      let read = try await MSData.create(withDocumentId: "1", document: document, partition: "user")
      let values = (read.deserializedValue as? MSDictionaryDocument)?.dictionary
      #expect(values?["text"] as? String == "ä\"\n")
      #expect(values?["int"] as? Int == 42)
      #expect(values?["double"] as? Double == 42)
      #expect(values?["bool"] as? Bool == true)
      #expect((values?["list"] as? [Any])?[1] as? String == "a")
      #expect((values?["object"] as? [AnyHashable: Any])?["k"] as? Bool == false)
    }
  }
}
