#if canImport(CoreData) || ManagedObjects
  import Foundation
  public import ManagedObjects

  /// Merging the changes that other contexts save into this context.
  ///
  /// - Source: protocol reference B14.
  extension NSManagedObjectContext {
    /// Merges the saves of another context into this one, until ``stopObserving(_:)`` is called.
    public func observe(_ context: NSManagedObjectContext) {
      stopObserving(context)
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: context, queue: nil
      ) { [weak self] notification in
        guard let self else { return }
        performBlocking { self.mergeChanges(fromContextDidSave: notification) }
      }
      userInfo[Self.key(context)] = observer
    }

    /// Stops merging the saves of another context into this one.
    public func stopObserving(_ context: NSManagedObjectContext) {
      removeObserver(Self.key(context))
    }

    /// Sets whether each save of this context first obtains the permanent IDs of new objects.
    ///
    /// The methods of this module always obtain permanent IDs. The setting applies to Core Data's
    /// own `save()`.
    public func setContextShouldObtainPermanentIDsBeforeSaving(_ value: Bool) {
      let key = "SMObtainsPermanentIDs"
      removeObserver(key)
      guard value else { return }
      userInfo[key] = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextWillSave, object: self, queue: nil
      ) { [weak self] _ in
        guard let self else { return }
        try? obtainPermanentIDs(for: Array(insertedObjects))
      }
    }

    private static func key(_ context: NSManagedObjectContext) -> String {
      "SMObserver.\(ObjectIdentifier(context).hashValue)"
    }

    private func removeObserver(_ key: String) {
      guard let observer = userInfo[key] else { return }
      NotificationCenter.default.removeObserver(observer)
      userInfo.removeObject(forKey: key)
    }
  }
#endif
