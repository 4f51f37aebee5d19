import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobEmulator
import StackMobStoreScenarios
import SyncFixtures
import TestExecutors

/// A device with a Core Data store of items and a cache; a test can turn off its network and
/// restart it.
@MainActor
final class ItemDevice {
  let server: ItemServer
  private(set) var folder: URL
  private(set) var client: SMClient
  private(set) var store: SMCoreDataStore
  let network: Network
  /// The milliseconds by which the device's clock is behind StackMob's; a change applies after a
  /// restart.
  var lag: Int64

  private let keepsFolder: Bool

  init(
    _ server: ItemServer, folder: URL? = nil, lag: Int64 = 0, keepsFolder: Bool = false
  ) throws {
    self.keepsFolder = keepsFolder
    self.server = server
    self.lag = lag
    self.folder =
      folder
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("items-\(UUID().uuidString)")
    network = Network()
    client = try Self.client(server, self.folder, network, lag)
    store = Self.store(client)
  }

  deinit { if !keepsFolder { try? FileManager.default.removeItem(at: folder) } }

  private static func client(
    _ server: ItemServer, _ folder: URL, _ network: Network, _ lag: Int64
  ) throws -> SMClient {
    let way = Transport.inProcess(try server.testStage.responder("stackmob"))
    var environment = SMEnvironment(
      transport: Transport { request throws(TransportError) in
        try await network.exchange(request, way)
      })
    let space = server.testStage.space
    environment.now = {
      Date(timeIntervalSince1970: Double(space.clock.milliseconds - lag) / 1000)
    }
    environment.clock = NoWaiting(space: space)
    environment.store = SMMemorySessionStore()
    environment.passwords = SMMemoryPasswordStore()
    environment.storageFolder = folder
    return try SMClient(
      apiVersion: "0", publicKey: StackMobConfiguration().developmentKeys.publicKey,
      environment: environment)
  }

  private static func store(_ client: SMClient) -> SMCoreDataStore {
    SM_CACHE_ENABLED = true
    defer { SM_CACHE_ENABLED = false }
    return client.coreDataStore(with: ItemModel.make())
  }

  /// Ends the app and starts it again; after a kill, with the folder as it was at that moment.
  func restart() throws {
    let old = store
    if let remains = network.remains() {
      if !keepsFolder { try? FileManager.default.removeItem(at: folder) }
      folder = remains
    }
    client = try Self.client(server, folder, network, lag)
    store = Self.store(client)
    store.defaultSMMergePolicy = old.defaultSMMergePolicy
    store.sendLocalTimestamps = old.sendLocalTimestamps
  }

  var context: NSManagedObjectContext { store.mainThreadContext }

  var isOnline: Bool {
    get { network.isOn }
    set { network.isOn = newValue }
  }

  /// The persistent store below the contexts.
  var below: NSIncrementalStore {
    get throws {
      guard
        let store = store.persistentStoreCoordinator.persistentStores.first as? NSIncrementalStore
      else { throw CocoaError(.coreData) }
      return store
    }
  }

  /// Returns the object ID of an item, whether or not the item exists.
  func id(_ key: String, _ entity: String = "Item") throws -> NSManagedObjectID {
    let model = store.persistentStoreCoordinator.managedObjectModel
    guard let entity = model.entitiesByName[entity] else { throw CocoaError(.coreData) }
    return try below.newObjectID(for: entity, referenceObject: key)
  }

  func item(_ key: String) throws -> NSManagedObject { context.object(with: try id(key)) }

  /// Saves while the network is off.
  func saveOffline() async throws {
    isOnline = false
    defer { isOnline = true }
    try await context.save(options: nil)
  }

  /// Saves with the network on or off, and returns the error's code, or `nil` after success.
  func save(online: Bool) async -> Int? {
    do {
      if online { try await context.save(options: nil) } else { try await saveOffline() }
      return nil
    } catch { return (error as NSError).code }
  }

  /// Inserts, changes or deletes an item and saves; returns the error's code, or `nil` after
  /// success.
  func edit(_ edit: ItemEdit, _ key: String, _ text: String, online: Bool) async throws -> Int? {
    switch edit {
    case .insert:
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      item.setValue(key, forKey: "item_id")
      item.setValue(text, forKey: "text")
    case .change: try item(key).setValue(text, forKey: "text")
    case .delete: context.delete(try item(key))
    }
    return await save(online: online)
  }

  func insert(_ key: String, _ values: [String: Any]) async throws {
    let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
    item.setValue(key, forKey: "item_id")
    for (name, value) in values { item.setValue(value, forKey: name) }
    try await saveOffline()
  }

  func change(_ key: String, _ values: [String: Any?]) async throws {
    let item = try item(key)
    for (name, value) in values { item.setValue(value, forKey: name) }
    try await saveOffline()
  }

  func delete(_ key: String) async throws {
    context.delete(try item(key))
    try await saveOffline()
  }

  /// Inserts, changes or deletes an item without saving.
  func edit(_ edit: ItemEdit, _ key: String, _ text: String) async throws {
    switch edit {
    case .insert: try await insert(key, ["text": text])
    case .change: try await change(key, ["text": text])
    case .delete: try await delete(key)
    }
  }

  /// Fetches all items from the server into the cache.
  func pull() async throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    _ = try await context.executeFetchRequest(request)
  }

  /// Returns an item's text in the cache, or `nil` if the cache does not have the item.
  func text(_ key: String) throws -> String? {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
    request.predicate = NSPredicate(format: "item_id == %@", key)
    // A context still shows an object that a fetch has removed from the cache, so the cache is
    // checked first.
    guard let cache = store.settings.cache,
      try cache.keys(for: request, of: id(key).entity) == [key]
    else { return nil }
    isOnline = false
    defer { isOnline = true }
    let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    reader.persistentStoreCoordinator = store.persistentStoreCoordinator
    let id = try id(key)
    return reader.performAndWait {
      (try? reader.existingObject(with: id)).map { $0.value(forKey: "text") as? String ?? "-" }
    }
  }

  func isDirty(_ key: String) throws -> Bool { store.isDirtyObject(try id(key)) }

  /// Returns the keys of the items whose ledgers contain writes.
  func unansweredWrites() throws -> [String] {
    guard let cache = store.settings.cache else { return [] }
    let keys = try cache.read { context in
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        .compactMap { $0.value(forKey: CacheModel.key) as? String }
    }
    return try cache.ledgers(of: keys.map { ObjectKey(entity: "Item", key: $0) })
      .keys.map(\.key).sorted()
  }

  /// Sets a loss for a later request; by default, the next write is lost.
  func lose(_ loss: Loss?, at number: Int = 1, ofWrites: Bool = true) {
    network.lose(loss, at: number, ofWrites: ofWrites, in: folder)
  }
}
