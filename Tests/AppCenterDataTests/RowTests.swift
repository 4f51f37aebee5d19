import AppCenter
import AppCenterScenarios
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

/// Calls on one document, each with the rows on the device and the requests that must result.
@Suite(.limitedConcurrency) struct `Rows of a document` {
  private static func fails(_ status: Int, _ method: HTTPRequest.Method) -> EmulatorPair.Intercept {
    { $0.isForCosmos && $0.method == method ? Response(.init(code: status)) : nil }
  }

  private static func failed(_ status: Int) -> Seen {
    .failed(
      .httpError, "Unexpected error while talking to CosmosDB.", status: status,
      partition: "user", id: "1")
  }

  /// Returns the rows of the user's table as strings with all columns.
  private static func rows(_ world: World) throws -> [String] {
    try world.rows().map { "\($0)" }
  }

  @Test(arguments: ["replace", "delete", "read"])
  func `a row is unchanged if the service fails`(_ call: String) async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["n": 1])
    let before = try Self.rows(world)
    world.emulators.advance(seconds: 60)
    world.emulators.intercept { $0.isForCosmos ? Response(.internalServerError) : nil }
    let seen =
      switch call {
      case "replace": await world.replace("1", ["n": 2])
      case "delete": await world.delete("1")
      default: await world.read("1")
      }
    #expect(seen == Self.failed(500))
    #expect(try Self.rows(world) == before)
    world.setOnline(false)
    var kept = created
    kept.isFromDevice = true
    #expect(await world.read("1") == kept)
  }

  @Test func `all versions of a document share one row`() async throws {
    let world = try await World.signedIn()
    var eTags: Set<String?> = []
    for number in 1...3 {
      try world.emulators.store("1", ["n": .integer(Int64(number))], in: World.partition)
      let seen = await world.read("1")
      eTags.insert(seen.eTag)
      #expect(try world.rows().map(\.eTag) == [seen.eTag])
      world.setOnline(false)
      #expect(await world.read("1").json == #"{"n":\#(number)}"#)
      #expect(await world.read("1").eTag == seen.eTag)
      world.setOnline(true)
    }
    #expect(eTags.count == 3)
  }

  @Test func `a creation that fails with 500 adds no row`() async throws {
    let world = try await World.signedIn()
    world.emulators.intercept(Self.fails(500, .post))
    #expect(await world.create("1", ["n": 1]) == Self.failed(500))
    #expect(try world.rows().isEmpty)
    world.setOnline(false)
    #expect(await world.read("1").code == MSDataErrorCode.documentNotFound.rawValue)
  }

  @Test func `a document replaced and deleted offline is deleted`() async throws {
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

  @Test func `a document with a pending deletion is not read, even online`() async throws {
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

  @Test func `a document with a pending creation is read and listed offline`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let created = await world.create("1", ["n": 1])
    #expect(await world.read("1") == created)
    #expect(try world.rows().map(\.pending?.rawValue) == ["CREATE"])
    let page = await world.list()
    #expect(page.ids == ["1"] && page.items?.map(\.isFromDevice) == [true])
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `a pending operation is sent without a delegate`() async throws {
    let world = try await World.signedIn(isOnline: false)
    let sent = Mailbox(of: String.self)
    world.emulators.intercept { request in
      if request.isForCosmos { sent.put(request.method.rawValue) }
      return nil
    }
    _ = await world.create("1", ["n": 1])
    world.setOnline(true)
    #expect(await sent.next() == "POST")
    // No callback reports that the response has been stored. Until it has been, a read returns the
    // device's state.
    var eTag: String?
    for _ in 0..<10_000 where eTag == nil { eTag = await world.read("1").eTag }
    #expect(eTag != nil)
    #expect(world.emulators.stored("1", in: World.partition)?["document"] == ["n": 1])
  }

  private static let page = Array("<html>Hello</html>".utf8)

  private static func page(_ request: Request) -> Response? {
    guard request.isForCosmos else { return nil }
    return Response(.ok, headers: [.contentType: "text/html"], body: page)
  }

  @Test(arguments: ["create", "replace", "read"])
  func `an HTML response does not change a row`(_ call: String) async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["n": 1])
    let before = try Self.rows(world)
    world.emulators.intercept(Self.page)
    let seen =
      switch call {
      case "create": await world.create("2", ["n": 2])
      case "replace": await world.replace("1", ["n": 2])
      default: await world.read("1")
      }
    let error = try #require(throws: JSONError.self) { try JSON.parse(Self.page) }
    #expect(
      seen
        == .failed(
          .jsonSerializationFailed, "Can't deserialize JSON payload: \(error)",
          partition: "user", id: call == "create" ? "2" : "1"))
    #expect(try Self.rows(world) == before)
    world.setOnline(false)
    var kept = created
    kept.isFromDevice = true
    #expect(await world.read("1") == kept)
  }

  @Test(arguments: ["create", "delete"])
  func `an operation with an HTML response stays pending`(_ call: String) async throws {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    _ = call == "create" ? await world.create("1", ["n": 1]) : await world.delete("1")
    let before = try Self.rows(world)
    world.emulators.intercept(Self.page)
    world.setOnline(true)
    #expect(
      await listener.operations.next()
        == (call == "create"
          ? Listener.RemoteOperation(operation: "CREATE", code: 102)
          : Listener.RemoteOperation(operation: "DELETE", code: 300, status: 200)))
    #expect(try Self.rows(world) == before)
    world.emulators.intercept(nil)
    world.setOnline(false)
    world.setOnline(true)
    let operation = await listener.operations.next()
    #expect(call == "create" ? operation?.eTag != nil : operation?.status == 404)
    #expect(try world.rows().map(\.pending?.rawValue) == (call == "create" ? [nil] : []))
  }

  @Test(arguments: ["🙂👩‍👩‍👧", "日本", String(repeating: "é", count: 1 << 19)])
  func `a row can have any text, online and offline`(_ text: String) async throws {
    let world = try await World.signedIn()
    let created = await world.create("1", ["text": text])
    #expect(created.json == #"{"text":"\#(text)"}"#)
    #expect(world.emulators.stored("1", in: World.partition)?["document"]?["text"]?.string == text)
    #expect(await world.read("1").json == created.json)
    world.setOnline(false)
    #expect(await world.read("1").json == created.json)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    let replaced = await world.replace("1", ["text": text + "!"])
    #expect(replaced.json == #"{"text":"\#(text)!"}"#)
    world.setOnline(true)
    #expect(await listener.operations.next()?.operation == "REPLACE")
    #expect(
      world.emulators.stored("1", in: World.partition)?["document"]?["text"]?.string == text + "!")
  }

  @Test func `a sign-out drops the table with its rows`() async throws {
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

  @Test func `without a signed-in user calls send no request for a document`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.use { MSAuthTokenContext.setAuthToken(nil, withAccountId: nil) }
    _ = world.emulators.takeRequests()
    let refused = Seen.failed(
      .cachedToken,
      "Error while retrieving cached token, aborting operation: Token result had a status of "
        + "Unauthenticated", partition: nil, id: "1")
    for seen in [await world.read("1"), await world.replace("1", [:]), await world.delete("1")] {
      #expect(seen == refused)
    }
    // There is no signed-in user, so the token exchange rejects each call.
    let requests = world.emulators.takeRequests()
    #expect(requests.map(\.target.raw) == Array(repeating: "/v0.1/data/tokens", count: 3))
    #expect(requests.allSatisfy { $0.headers[.authorization] == nil })
  }

  @Test func `a disabled service neither stores nor sends a document`() async throws {
    let world = try await World.signedIn()
    world.use { MSData.setEnabled(false) }
    #expect(
      await world.create("1", ["n": 1])
        == Seen(partition: "user", id: "1", code: 3, message: "The service is disabled."))
    world.use { MSData.setEnabled(true) }
    #expect(try world.rows().isEmpty)
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `an object that is not a document does not replace a row`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    _ = world.emulators.takeRequests()
    let seen = await withCheckedContinuation { continuation in
      world.use {
        MSData.replace(withDocumentId: "1", document: 5, partition: "user") {
          continuation.resume(returning: Seen($0))
        }
      }
    }
    #expect(
      seen
        == .failed(
          .invalidClassCode,
          "Provided class does not conform to serialization protocol (MSSerializableDocument).",
          partition: "user", id: "1"))
    #expect(world.emulators.takeRequests().isEmpty)
    #expect(await world.read("1").json == #"{"n":1}"#)
  }
}
