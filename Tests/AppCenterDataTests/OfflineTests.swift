import AppCenter
import AppCenterData
import AppCenterScenarios
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Offline` {
  @Test func `offline writes are stored and sent when the network is back`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    try world.emulators.store("old", ["n": 0], in: World.partition)
    try world.emulators.store("gone", ["n": 0], in: World.partition)

    #expect(
      await world.create("new", ["n": 1])
        == Seen(json: #"{"n":1}"#, partition: World.partition, id: "new", isFromDevice: true))
    #expect(await world.replace("old", ["n": 2]).isFromDevice)
    #expect(
      await world.delete("gone")
        == Seen(partition: World.partition, id: "gone", isFromDevice: true))
    #expect(await world.read("new").json == #"{"n":1}"#)
    #expect(await world.list().ids == ["old", "new"])
    #expect(world.emulators.takeRequests().isEmpty)

    world.setOnline(true)
    let operations = Set(await listener.operations.next(3))
    let eTags = ["new", "old"].map { world.emulators.stored($0, in: World.partition)?["_etag"] }
    #expect(
      operations == [
        Listener.RemoteOperation(
          operation: "CREATE", partition: World.partition, id: "new", eTag: eTags[0]?.string),
        Listener.RemoteOperation(
          operation: "REPLACE", partition: World.partition, id: "old", eTag: eTags[1]?.string),
        Listener.RemoteOperation(operation: "DELETE"),
      ])
    #expect(world.emulators.stored("new", in: World.partition)?["document"] == ["n": 1])
    #expect(world.emulators.stored("old", in: World.partition)?["document"] == ["n": 2])
    #expect(world.emulators.stored("gone", in: World.partition) == nil)
    #expect(await world.read("new").eTag == eTags[0]?.string)
    #expect(await world.list().ids == ["old", "new"])
  }

  @Test func `offline a document that was read is available, others are not`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("1", ["n": 1], in: World.partition)
    let online = await world.read("1")
    world.setOnline(false)
    var offline = online
    offline.isFromDevice = true
    #expect(await world.read("1") == offline)
    #expect(
      await world.read("2")
        == .failed(
          .documentNotFound,
          "Unable to find document in local store for partition '\(World.partition)' and "
            + "document ID '2'", partition: World.partition, id: "2"))
  }

  @Test func `a document that was deleted offline cannot be read`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.setOnline(false)
    let deleted = await world.delete("1")
    #expect(deleted.isFromDevice && deleted.eTag != nil && deleted.json == nil)
    #expect(
      await world.read("1")
        == .failed(
          .documentNotFound, "Document pending deletion in local storage", partition: nil, id: "1"))
    #expect(await world.list().ids == [])
  }

  @Test func `offline writes keep the metadata of the document`() async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["n": 1])
    world.setOnline(false)
    world.emulators.advance(seconds: 60)
    let replaced = await world.replace("1", ["n": 2])
    #expect(
      replaced
        == Seen(
          json: #"{"n":2}"#, partition: World.partition, id: "1", eTag: created.eTag,
          updated: created.updated, isFromDevice: true))
  }

  @Test func `the last of two offline writes is sent`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    _ = await world.create("1", ["n": 1])
    _ = await world.replace("1", ["n": 2])
    world.setOnline(true)
    #expect(await listener.operations.next()?.operation == "REPLACE")
    #expect(world.emulators.stored("1", in: World.partition)?["document"] == ["n": 2])
  }

  @Test func `a document created and deleted offline is never sent`() async throws {
    let world = try await World.signedIn(isOnline: false)
    _ = await world.create("1", ["n": 1])
    _ = await world.delete("1")
    #expect(await world.read("1").code == 200)
    world.setOnline(true)
    #expect(await world.read("1").status == 404)
    #expect(world.emulators.takeRequests().map(\.method) == [.get])
  }

  @Test func `the deletion of an unknown document is sent and its 404 reported`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    _ = await world.delete("1")
    world.setOnline(true)
    #expect(
      await listener.operations.next()
        == Listener.RemoteOperation(operation: "DELETE", code: 300, status: 404))
    #expect(await world.read("1").status == 404)
  }

  @Test func `public documents cannot be written offline`() async throws {
    let world = try World()
    _ = await world.read("1", in: "readonly")
    world.setOnline(false)
    let refused = Seen.failed(
      .unsupportedOperation, "Operation is not supported", partition: "readonly", id: "1")
    #expect(await world.create("1", [:], in: "readonly") == refused)
    #expect(await world.replace("1", [:], in: "readonly") == refused)
    #expect(await world.delete("1", in: "readonly") == refused)
    #expect(await world.list(in: "readonly").ids == [])
  }

  @Test func `a document with a pending write is read from the device even online`() async throws {
    let world = try await World.signedIn(isOnline: false)
    _ = await world.replace("1", ["n": 1])
    // Without a token nothing can be sent, so the write stays pending.
    world.emulators.intercept { $0.isForCosmos ? nil : Response(.serviceUnavailable) }
    world.emulators.advance(seconds: 3600)
    world.setOnline(true)
    let read = await world.read("1")
    #expect(read.isFromDevice && read.json == #"{"n":1}"#)
    #expect(await world.list().items?.map(\.isFromDevice) == [true])
    #expect(world.emulators.takeRequests().allSatisfy { !$0.isForCosmos })
  }

  @Test func `a model that JSON cannot express is not stored`() async throws {
    let world = try await World.signedIn(isOnline: false)
    #expect(
      await world.create("1", ["set": Set(["a"])])
        == .failed(
          .jsonSerializationFailed,
          "Dictionary contains values that cannot be processed as JSON.",
          partition: World.partition, id: "1"))
    #expect(await world.read("1").code == 200)
  }

  @Test func `offline a call without a token fails`() async throws {
    let world = try World()
    world.setOnline(false)
    #expect(
      await world.read("1")
        == .failed(
          .cachedToken,
          "Error while retrieving cached token, aborting operation: No cached token result found, "
            + "and device is offline.", partition: nil, id: "1"))
  }

  @Test func `an expired token is enough to read documents offline`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.emulators.advance(seconds: 3600)
    world.setOnline(false)
    #expect(await world.read("1").json == #"{"n":1}"#)
  }

  @Test func `offline calls run in their order without waiting`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let letters = Mailbox(of: Seen.self)
    world.use {
      for number in 1...20 {
        let document = MSDictionaryDocument(from: ["n": number])
        MSData.replace(withDocumentId: "1", document: document, partition: "user") {
          letters.put(Seen($0))
        }
      }
      MSData.read(
        withDocumentId: "1", documentType: MSDictionaryDocument.self, partition: "user"
      ) { letters.put(Seen($0)) }
    }
    let expected = (Array(1...20) + [20]).map { "{\"n\":\($0)}" }
    #expect(await letters.next(21).map(\.json) == expected)
  }
}
