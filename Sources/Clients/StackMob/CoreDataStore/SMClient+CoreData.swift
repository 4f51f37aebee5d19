#if canImport(CoreData) || ManagedObjects
  public import ManagedObjects
  import Synchronization

  /// The Core Data store of a client, made when first asked for with a model.
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
    /// The Core Data store for the entities of a model.
    ///
    /// The first call makes it; later ones answer the same, whatever their model.
    public func coreDataStore(with model: NSManagedObjectModel) -> SMCoreDataStore {
      coreDataStoreSlot.store {
        SMCoreDataStore(
          apiVersion: appAPIVersion, session: session, managedObjectModel: model)
      }
    }

    /// The Core Data store for the entities of a model, by the selector's original name.
    public func coreDataStore(
      withManagedObjectModel model: NSManagedObjectModel
    ) -> SMCoreDataStore {
      coreDataStore(with: model)
    }

    /// The Core Data store; `nil` before it was asked for with a model.
    public func coreDataStore() -> SMCoreDataStore! { coreDataStoreSlot.current }
  }
#endif
