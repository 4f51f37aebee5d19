#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects
  import StackMob
  import SyncFixtures
  import Synchronization

  /// A writer that saves items without a network and then syncs, unless it is killed before.
  @MainActor
  final class StackMobWriter {
    private let store: SMCoreDataStore
    private let executioner: Executioner
    private let folder: URL
    private let isOnline: Switch
    private var saves = 0
    private var diesAmidSaves = false

    private final class Switch: Sendable {
      private let state = Mutex(false)

      var isOn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
      }
    }

    init(_ url: String, _ folder: URL, _ executioner: Executioner) throws {
      let isOnline = Switch()
      let way = executioner.transport
      var environment = SMEnvironment(
        transport: Transport { request throws(TransportError) in
          guard isOnline.isOn else { throw .notConnectedToInternet("off") }
          return try await way.send(request)
        })
      environment.store = SMMemorySessionStore()
      environment.passwords = SMMemoryPasswordStore()
      environment.storageFolder = folder
      SM_CACHE_ENABLED = true
      let client = try SMClient(emulator: URL(string: url), environment: environment)
      store = client.coreDataStore(with: ItemModel.make())
      store.syncCallbackQueue = DispatchQueue(label: "callbacks")
      self.folder = folder
      self.executioner = executioner
      self.isOnline = isOnline
    }

    /// Saves two new items, two changes and a deletion one by one, and syncs.
    func run(syncs: Bool) async throws {
      diesAmidSaves = !syncs
      let keys = SavedItems(in: folder).keys.shuffled()
      for _ in 0..<2 {
        let item = NSEntityDescription.insertNewObject(
          forEntityName: "Item", into: store.mainThreadContext)
        let key = item.assignObjectId()
        try await save(item, key, UUID().uuidString)
      }
      for key in keys.prefix(2) { try await save(item(key), key, UUID().uuidString) }
      if let key = keys.dropFirst(4).first {
        store.mainThreadContext.delete(try item(key))
        try await save(nil, key, nil)
      }
      guard syncs else {
        for number in saves + 1...6 { executioner.endSoon(at: number) }
        // Waits until the other thread ends the process.
        while true { for key in keys { _ = try item(key) } }
      }
      isOnline.isOn = true
      await store.syncWithServerAndWait()
      executioner.endIfDue()
    }

    private func item(_ key: String) throws -> NSManagedObject {
      let coordinator = store.persistentStoreCoordinator
      guard let below = coordinator.persistentStores.first as? NSIncrementalStore,
        let entity = coordinator.managedObjectModel.entitiesByName["Item"]
      else { throw CocoaError(.fileReadUnknown) }
      return store.mainThreadContext.object(
        with: below.newObjectID(for: entity, referenceObject: key))
    }

    private func save(_ item: NSManagedObject?, _ key: String, _ text: String?) async throws {
      let saved = SavedItems(in: folder)
      try saved.note("begins", key, text)
      saves += 1
      if diesAmidSaves { executioner.endSoon(at: saves) }
      item?.setValue(text, forKey: "text")
      try await store.mainThreadContext.save(options: nil)
      try saved.note("ends", key, text)
    }
  }
#endif
