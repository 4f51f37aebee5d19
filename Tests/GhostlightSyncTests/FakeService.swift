import Foundation
import GhostlightCore
import GhostlightLedger
import GhostlightSyncStatus
import ManagedObjects
import Synchronization

@testable import GhostlightSync

/// A service whose pages and refusals a test decides, and which records the calls.
final class FakeService: SyncService {
  /// An error with the outcome that it stands for.
  struct Failure: Error, Equatable {
    let outcome: WriteOutcome
  }

  private struct State {
    var pages: [Result<PullPage, Failure>] = []
    var calls: [String] = []
    var pushed: (@Sendable (PushItem, PushSession, FakeService) async throws -> Void)?
  }

  private let state = Mutex(State())

  let form = ValueForm(
    date: { .integer(Int64($0.timeIntervalSince1970 * 1000)) },
    readDate: { json in json.integer.map { Date(timeIntervalSince1970: Double($0) / 1000) } },
    moment: { Date(timeIntervalSince1970: Double($0) / 1000) }, sendsData: true)

  func answer(_ pages: Result<PullPage, Failure>...) { state.withLock { $0.pages += pages } }

  func onPush(
    _ push: (@Sendable (PushItem, PushSession, FakeService) async throws -> Void)?
  ) {
    state.withLock { $0.pushed = push }
  }

  func take() -> [String] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  func page(of collection: String, after cursor: PullCursor) async throws -> PullPage {
    let page = state.withLock { state -> Result<PullPage, Failure>? in
      state.calls.append(
        "page of \(collection) after \(cursor.since.map(String.init) ?? "-") "
          + "\(cursor.ids.sorted())")
      return state.pages.isEmpty ? nil : state.pages.removeFirst()
    }
    return try page?.get() ?? PullPage(documents: [], isLast: true, serviceTime: nil)
  }

  func push(_ item: PushItem, to collection: String, _ session: PushSession) async throws {
    let push = state.withLock { state in
      state.calls.append(
        "push \(item.mark) \(item.record.remoteID ?? "-") to \(collection): "
          + "\(JSON.object(item.fields)) cleared \(item.cleared) changed \(item.isChanged)")
      return state.pushed
    }
    try await push?(item, session, self)
  }

  func outcome(of error: any Error) -> WriteOutcome { (error as? Failure)?.outcome ?? .open }

  func fulfils(_ document: RemoteDocument, _ mark: String) -> Bool {
    mark == Marks.trash ? document.standing == .discarded : document.standing == .live
  }
}

/// A thing of the tests' model; its entity has the same name.
final class Thing: NSManagedObject {}

/// A class whose entity has another name.
final class Part: NSManagedObject {}

/// A context with things and parts, a fake service and its synchroniser.
final class SyncSpace: @unchecked Sendable {
  let context: NSManagedObjectContext
  let service = FakeService()
  let synchroniser: Synchroniser<FakeService>

  static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  static func model() -> NSManagedObjectModel {
    let (thing, part) = (NSEntityDescription(), NSEntityDescription())
    thing.name = "Thing"
    thing.managedObjectClass = Thing.self
    thing.properties = [
      attribute("text", .stringAttributeType), attribute("count", .integer64AttributeType),
      attribute("id", .stringAttributeType), attribute("updatedAt", .integer64AttributeType),
      attribute("createdAt", .dateAttributeType), attribute("creatorId", .stringAttributeType),
      attribute("updaterId", .stringAttributeType), attribute("sync", .integer64AttributeType),
    ]
    thing.attributesByName["count"]?.maximumValue = 100
    part.name = "Parts"
    part.managedObjectClassName = "Some.Part"
    part.properties = [attribute("text", .stringAttributeType)]
    let model = NSManagedObjectModel()
    model.entities = [thing, part]
    return model
  }

  init(_ file: URL? = nil) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(
      ofType: file == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil,
      at: file)
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    synchroniser = Synchroniser(context, service) { "\($0.lowercased())s" }
  }

  var records: SyncRecords { get throws { try SyncRecords.of(context) } }

  @discardableResult
  func insert(_ text: String?, _ count: Int? = nil) throws -> NSManagedObject {
    let thing = Thing(context: context)
    thing.setValue(text, forKey: "text")
    thing.setValue(count, forKey: "count")
    try context.save()
    return thing
  }

  /// Synchronises, and returns the statuses as text and the error of the completion.
  func sync(
    _ types: [NSManagedObject.Type] = [Thing.self]
  ) async -> (statuses: [SyncStatus], error: (any Error)?) {
    let statuses = Mutex<[SyncStatus]>([])
    let error = await withCheckedContinuation { done in
      synchroniser.start(types) { status in
        statuses.withLock { $0.append(status) }
      } completion: {
        done.resume(returning: $0)
      }
    }
    return (statuses.withLock { $0 }, error)
  }

  /// Returns the things as text, sorted.
  func things() throws -> [String] {
    try context.performBlocking {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).map { thing in
        ["text", "count", "id", "updatedAt", "creatorId", "updaterId"].map { key in
          thing.value(forKey: key).map { "\($0)" } ?? "-"
        }.joined(separator: " ")
      }.sorted()
    }
  }

  static func document(
    _ id: String, _ time: Int64, _ fields: JSONObject = [:],
    _ standing: RemoteDocument.Standing = .live, state: String = "live"
  ) -> RemoteDocument {
    RemoteDocument(
      id: id, createdAt: time - 1, updatedAt: time, creatorID: "c\(id)", updaterID: "u\(id)",
      state: state, standing: standing, fields: fields)
  }

  static func page(
    _ documents: [RemoteDocument], isLast: Bool = true, at time: Int64? = nil
  ) -> Result<PullPage, FakeService.Failure> {
    .success(PullPage(documents: documents, isLast: isLast, serviceTime: time))
  }
}
