#if canImport(CoreData) || ManagedObjects
  public import ManagedObjects
  import Synchronization

  /// The Core Data store of a client, which the first call with a model creates.
  final class CoreDataStoreSlot: Sendable {
    private let store = Mutex<SMCoreDataStore?>(nil)

    var current: SMCoreDataStore? { store.withLock { $0 } }

    func store(orMake make: () -> SMCoreDataStore) -> SMCoreDataStore {
      store.withLock { store in
        let made = store ?? make()
        store = made
        return made
      }
    }
  }

  /// The client's Core Data store.
  ///
  /// - Source: protocol reference B2; the guide, "Initialize a Core Data Store".
  extension SMClient {
    /// Returns the client's Core Data store, for the entities of a model.
    ///
    /// The first call creates the store. Later calls return the same store and ignore their model.
    public func coreDataStore(with model: NSManagedObjectModel) -> SMCoreDataStore {
      coreDataStoreSlot.store {
        SMCoreDataStore(
          apiVersion: appAPIVersion, session: session, managedObjectModel: model)
      }
    }

    /// Returns the client's Core Data store, for the entities of a model; the original Objective-C
    /// name.
    public func coreDataStore(
      withManagedObjectModel model: NSManagedObjectModel
    ) -> SMCoreDataStore {
      coreDataStore(with: model)
    }

    /// Returns the client's Core Data store, or `nil` before it was created with a model.
    public func coreDataStore() -> SMCoreDataStore! { coreDataStoreSlot.current }
  }
#endif
