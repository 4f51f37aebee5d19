#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import ManagedObjects
  import Synchronization

  /// The objects with changes that contexts of this process will save again.
  ///
  /// If a save fails, all its changes stay in the context, including those that StackMob has
  /// accepted. The writes that were sent are in the objects' ledgers. A read must not settle the
  /// ledgers of these objects, because the next save needs them.
  final class HeldChanges: Sendable {
    private struct State {
      var kinds: [ObjectKey: SaveKind] = [:]
      var abandoned: Set<ObjectKey> = []
      var observer: Callback<any NSObjectProtocol>?
    }

    private let state = Mutex(State())

    deinit {
      if let observer = state.withLock({ $0.observer }) {
        NotificationCenter.default.removeObserver(observer.block)
      }
    }

    /// Adds objects whose changes a save is about to send.
    func hold(_ ids: some Sequence<ObjectKey>, _ kind: SaveKind) {
      state.withLock { state in for id in ids { state.kinds[id] = kind } }
    }

    /// Removes objects whose changes no context will save again.
    func release(_ ids: some Sequence<ObjectKey>) {
      state.withLock { state in
        for id in ids {
          state.kinds[id] = nil
          state.abandoned.remove(id)
        }
      }
    }

    /// Returns whether a context will save the object's change again.
    func contains(_ id: ObjectKey) -> Bool { state.withLock { $0.kinds[id] != nil } }

    // MARK: Objects that a context deleted before they were saved

    /// New objects that could not be saved, and that the app then deleted.
    ///
    /// Their context no longer has them, because they were never saved. StackMob may have them.
    var abandoned: Set<ObjectKey> { state.withLock { $0.abandoned } }

    /// Observes the saves of a context to find new objects that it deletes after a failed save.
    func observe(_ context: NSManagedObjectContext) {
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { [weak self] notification in
        let deleted = notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> ?? []
        guard !deleted.isEmpty else { return }
        self?.abandon(deleted.compactMap { ObjectKey($0.objectID) })
      }
      let kept = Callback(observer)
      state.withLock { $0.observer = kept }
    }

    private func abandon(_ ids: [ObjectKey]) {
      state.withLock { state in
        for id in ids where state.kinds[id] == .insert {
          state.kinds[id] = .delete
          state.abandoned.insert(id)
        }
      }
    }
  }

  extension ObjectKey {
    /// Creates the cache key of an object, or `nil` if the object does not have a primary key yet.
    init?(_ id: NSManagedObjectID) {
      guard let name = id.entity.name, let key = id.stackMobID else { return nil }
      self.init(entity: name, key: key)
    }
  }
#endif
