import AppCenter
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

/// What is on the device after a call, and what was sent.
@Suite struct `The row of a document` {
  private static func fails(_ status: Int, _ method: HTTPRequest.Method) -> EmulatorPair.Intercept {
    { $0.isForCosmos && $0.method == method ? Response(.init(code: status)) : nil }
  }

  @Test(arguments: ["replace", "delete", "read"])
  func `stays as it was where the service fails`(_ call: String) async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["n": 1])
    world.emulators.intercept { $0.isForCosmos ? Response(.internalServerError) : nil }
    let seen =
      switch call {
      case "replace": await world.replace("1", ["n": 2])
      case "delete": await world.delete("1")
      default: await world.read("1")
      }
    #expect(seen.code == 300 && seen.status == 500)
    #expect(try world.rows().map(\.pending?.rawValue) == [nil])
    world.setOnline(false)
    var kept = created
    kept.isFromDevice = true
    #expect(await world.read("1") == kept)
  }

  @Test func `is one for every version of the document`() async throws {
    let world = try await World.signedIn()
    var eTags: Set<String?> = []
    for number in 1...3 {
      try world.emulators.store("1", ["n": .integer(Int64(number))], in: World.partition)
      let seen = await world.read("1")
      eTags.insert(seen.eTag)
      #expect(try world.rows().count == 1)
      world.setOnline(false)
      #expect(await world.read("1").json == #"{"n":\#(number)}"#)
      #expect(await world.read("1").eTag == seen.eTag)
      world.setOnline(true)
    }
    #expect(eTags.count == 3)
  }

  @Test func `is not made where a creation fails with 500`() async throws {
    let world = try await World.signedIn()
    world.emulators.intercept(Self.fails(500, .post))
    let seen = await world.create("1", ["n": 1])
    #expect(seen.code == 300 && seen.status == 500)
    #expect(try world.rows().isEmpty)
    world.setOnline(false)
    #expect(await world.read("1").code == MSDataErrorCode.documentNotFound.rawValue)
  }

  @Test func `is sent once for two words of a network`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    _ = await world.create("1", ["n": 1])
    world.setOnline(true)
    world.setOnline(true)
    #expect(await listener.operations.next()?.operation == "CREATE")
    _ = await world.read("1")
    let sent = world.emulators.takeRequests().filter(\.isForCosmos).map(\.method)
    #expect(sent == [.post, .get])
  }

  @Test func `is deleted where it was replaced and deleted`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 0])
    world.setOnline(false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    _ = world.emulators.takeRequests()
    _ = await world.replace("1", ["n": 1])
    _ = await world.delete("1")
    try #require(try world.rows().map(\.pending?.rawValue) == ["DELETE"])
    world.setOnline(true)
    #expect(await listener.operations.next()?.operation == "DELETE")
    #expect(world.emulators.takeRequests().filter(\.isForCosmos).map(\.method) == [.delete])
    #expect(world.emulators.stored("1", in: World.partition) == nil)
  }

  @Test func `is not read while its deletion waits, even online`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.setOnline(false)
    _ = await world.delete("1")
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    world.emulators.intercept(Self.fails(503, .delete))
    world.setOnline(true)
    #expect(await listener.operations.next()?.status == 503)
    _ = world.emulators.takeRequests()
    #expect(
      await world.read("1")
        == .failed(
          .documentNotFound, "Document pending deletion in local storage", partition: nil, id: "1"))
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `is read while its creation waits, and listed offline`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let created = await world.create("1", ["n": 1])
    #expect(await world.read("1") == created)
    #expect(try world.rows().map(\.pending?.rawValue) == ["CREATE"])
    let page = await world.list()
    #expect(page.ids == ["1"] && page.items?.map(\.isFromDevice) == [true])
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `is sent without a delegate`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let sent = Mailbox(of: String.self)
    world.emulators.intercept { request in
      if request.isForCosmos { sent.put(request.method.rawValue) }
      return nil
    }
    _ = await world.create("1", ["n": 1])
    world.setOnline(true)
    #expect(await sent.next() == "POST")
    #expect(await world.read("1").eTag != nil)
    #expect(world.emulators.stored("1", in: World.partition)?["document"] == ["n": 1])
  }

  @Test func `takes an answer in HTML for no document`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.emulators.intercept {
      $0.isForCosmos
        ? Response(
          .ok, headers: [.contentType: "text/html"], body: Array("<html>Hello</html>".utf8)) : nil
    }
    let seen = await world.read("1")
    #expect(seen.code != nil && seen.json == nil)
    world.setOnline(false)
    #expect(await world.read("1").json == #"{"n":1}"#)
  }

  @Test(arguments: ["🙂👩‍👩‍👧", "日本", String(repeating: "é", count: 1 << 19)])
  func `holds any text, online and offline`(_ text: String) async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["text": text])
    #expect(created.json == #"{"text":"\#(text)"}"#)
    #expect(world.emulators.stored("1", in: World.partition)?["document"]?["text"]?.string == text)
    #expect(await world.read("1").json == created.json)
    world.setOnline(false)
    #expect(await world.read("1").json == created.json)
  }

  @Test func `goes with its table when the user signs out`() async throws {
    let world = try await World.signedIn(isOnline: false)
    _ = await world.create("1", ["n": 1])
    world.use { MSAuthTokenContext.setAuthToken(nil, withAccountId: nil) }
    #expect(try world.rows().isEmpty)
    try world.signIn()
    world.setOnline(true)
    #expect(await world.read("1").status == 404)
    let posted = world.emulators.takeRequests().filter { $0.method == .post && $0.isForCosmos }
    #expect(posted.isEmpty)
  }

  @Test func `costs no request for a document while the user is signed out`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.use { MSAuthTokenContext.setAuthToken(nil, withAccountId: nil) }
    _ = world.emulators.takeRequests()
    for seen in [await world.read("1"), await world.replace("1", [:]), await world.delete("1")] {
      #expect(seen.code == MSDataErrorCode.cachedToken.rawValue)
    }
    #expect(world.emulators.takeRequests().filter(\.isForCosmos).isEmpty)
  }

  @Test func `is neither made nor sent while the service is disabled`() async throws {
    let world = try await World.signedIn()
    world.use { MSData.setEnabled(false) }
    #expect(
      await world.create("1", ["n": 1])
        == Seen(partition: "user", id: "1", code: 3, message: "The service is disabled."))
    world.use { MSData.setEnabled(true) }
    #expect(try world.rows().isEmpty)
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `is not replaced by what is no document`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    _ = world.emulators.takeRequests()
    let code = await withCheckedContinuation { continuation in
      world.use {
        MSData.replace(withDocumentId: "1", document: 5, partition: "user") {
          continuation.resume(returning: $0.error?.code)
        }
      }
    }
    #expect(code == 101)
    #expect(world.emulators.takeRequests().isEmpty)
    #expect(await world.read("1").json == #"{"n":1}"#)
  }
}
