import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobEmulator
import StackMobStoreScenarios
import Synchronization
import TestExecutors

#if !canImport(CoreData) && !ManagedObjects
  #error("These tests need managed objects: swift test --disable-xctest --enable-all-traits")
#endif

/// An app with a Core Data store and its own StackMob emulator, whose clock is stopped.
@MainActor
struct StoreApp {
  nonisolated static let opening: Int64 = 1_371_040_000_000

  let testStage: TestExecutors.TestStage
  let client: SMClient
  let store: SMCoreDataStore
  let logged = Lines()

  /// Creates an app with the given provider states; `change` can modify the client's environment.
  init(
    _ states: [Given] = [], model: NSManagedObjectModel = TodoModel.make(),
    change: (inout SMEnvironment) -> Void = { _ in }
  ) throws {
    testStage = try TestExecutors.TestStage([.stackMob()], at: Self.opening)
    try testStage.setUp(states, in: "stackmob")
    var environment = SMEnvironment(transport: .inProcess(try testStage.responder("stackmob")))
    let space = testStage.space
    environment.now = { Date(timeIntervalSince1970: Double(space.clock.milliseconds) / 1000) }
    environment.clock = NoWaiting(space: space)
    environment.store = SMMemorySessionStore()
    environment.passwords = SMMemoryPasswordStore()
    let logged = logged
    environment.log = { logged.add($0) }
    change(&environment)
    client = try SMClient(
      apiVersion: "0", publicKey: StackMobConfiguration().developmentKeys.publicKey,
      environment: environment)
    store = client.coreDataStore(with: model)
  }

  var context: NSManagedObjectContext { store.mainThreadContext }

  /// Returns an app in which the user `jack` is logged in.
  static func loggedIn(
    _ states: [Given] = [], change: (inout SMEnvironment) -> Void = { _ in }
  ) async throws -> StoreApp {
    let app = try StoreApp([.jack] + states, change: change)
    _ = try await app.client.login(withUsername: "jack", password: "pw")
    return app
  }

  /// Inserts an object and sets the given attributes.
  @discardableResult
  func insert(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// Saves with completion blocks, and returns the error, or `nil` after success.
  func save() async -> NSError? {
    await withCheckedContinuation { continuation in
      context.save(
        onSuccess: { continuation.resume(returning: nil) },
        onFailure: { continuation.resume(returning: $0 as NSError) })
    }
  }

  /// Returns all objects of an entity, sorted by key.
  func fetch(
    _ entity: String, _ change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    change(request)
    return try context.executeFetchRequestAndWait(request)
  }

  /// The requests so far, each as its method, decoded target and body.
  var lines: [String] { testStage.space.journal.map(\.request.line) }

  /// Returns the requests after the first `count`, including the header fields for relations, order
  /// and page.
  func whole(after count: Int = 0) -> [String] {
    testStage.space.journal.dropFirst(count).map { entry in
      let fields = entry.request.headers.compactMap { field -> String? in
        switch field.name.rawName.lowercased() {
        case "x-stackmob-relations": "relations \(field.value)"
        case "x-stackmob-orderby": "order \(field.value)"
        case "range": "range \(field.value)"
        default: nil
        }
      }
      guard !fields.isEmpty else { return entry.request.line }
      let parts = entry.request.line.split(separator: " ", maxSplits: 2)
      let head = parts.prefix(2) + ["[\(fields.sorted().joined(separator: "; "))]"]
      return (head + parts.dropFirst(2)).joined(separator: " ")
    }
  }

  var schemes: [String] { testStage.space.journal.map(\.request.scheme) }

  func lines(after count: Int) -> [String] { Array(lines.dropFirst(count)) }

  /// Returns the objects of a schema on the server, by primary key.
  func stored(_ schema: String, key: String? = nil) async throws -> [String: JSON] {
    let name = key ?? schema + "_id"
    let request = Request(
      .get, RequestTarget("/" + schema), authority: "api.stackmob.com",
      headers: [
        .accept: "application/vnd.stackmob+json; version=0",
        HTTPField.Name("X-StackMob-API-Key") ?? .accept:
          StackMobConfiguration().developmentKeys.publicKey,
      ])
    let response = try await testStage.responder("stackmob").respond(request)
    var objects: [String: JSON] = [:]
    for object in response.json?.array ?? [] { objects[object[name]?.string ?? ""] = object }
    return objects
  }
}

/// A list of strings to which any thread can append.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A clock that does not wait: it advances the time of the emulator's namespace instead.
struct NoWaiting: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let space: Namespace

  var now: Instant { Instant(offset: .milliseconds(space.clock.milliseconds)) }
  var minimumResolution: Duration { .zero }

  func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    let wait = now.duration(to: deadline)
    guard wait > .zero else { return }
    let (seconds, rest) = wait.components
    try space.changeClock(
      .advance(milliseconds: seconds * 1000 + rest / 1_000_000_000_000_000))
  }
}
