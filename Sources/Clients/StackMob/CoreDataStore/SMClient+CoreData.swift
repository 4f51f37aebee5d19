#if canImport(CoreData) || ManagedObjects
  public import ManagedObjects
  import Synchronization

  /// Stores a client's Core Data store, which is created by the first call that passes a model.
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
    /// The first call creates the store. Later calls return the same store and ignore their `model`
    /// argument.
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

    /// Returns the client's Core Data store, or `nil` if ``coreDataStore(with:)`` has not been
    /// called yet.
    public func coreDataStore() -> SMCoreDataStore! { coreDataStoreSlot.current }
  }
#endif
