#if !canImport(CoreData)
  public import Foundation

  extension NSPersistentStoreCoordinator {
    // MARK: Blocks and requests

    /// Runs a block under the coordinator's lock, and returns the block's result.
    ///
    /// - Source: `/documentation/coredata/nspersistentstorecoordinator/performandwait(_:)-15ude`.
    @preconcurrency public func performAndWait<T>(
      _ block: @Sendable () throws -> T
    ) rethrows -> T {
      try locked(block)
    }

    /// Runs a block under the coordinator's lock, and suspends the caller until the block has a
    /// result.
    ///
    /// - Throws: The error that the block throws.
    /// - Source: `/documentation/coredata/nspersistentstorecoordinator/perform(_:)-74udx`.
    @preconcurrency public func perform<T>(
      _ block: @escaping @Sendable () throws -> T
    ) async rethrows -> T {
      let work = AwaitedWork(block)
      await work.run { perform($0) }
      return try work.get(throwingAs: block)
    }

    /// Executes a fetch or batch request for a context, as ``NSManagedObjectContext/execute(_:)``
    /// does.
    ///
    /// It rejects a save request, because only contexts save.
    ///
    /// - Returns: The objects of a fetch request, or the result of a batch request.
    /// - Throws: `NSCoreDataError` for any other kind of request, otherwise the error of the store.
    /// - Source: `/documentation/coredata/nspersistentstorecoordinator/execute(_:with:)`.
    public func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
    ) throws -> Any {
      let result = try context.execute(request)
      return (result as? NSFetchResult)?.finalResult ?? result
    }

    // MARK: Stores that are not open

    /// Returns the metadata of a store, which need not be open.
    ///
    /// Apps compare it with a model to find out whether the store must be migrated. Apple returns
    /// no metadata of a store in memory for a URL; this is an assumption.
    ///
    /// - Parameters:
    ///   - storeType: The type of the store.
    ///   - url: The URL of the store.
    ///   - options: The options with which the store is opened; they have no effect here.
    /// - Returns: The metadata, with the entities' version hashes under
    ///   `NSStoreModelVersionHashesKey`.
    /// - Throws: `NSPersistentStoreInvalidTypeError` if the type is not registered,
    ///   `CocoaError.fileReadNoSuchFile` if the file is missing, otherwise the error of the store.
    /// - Source:
    ///   `/documentation/coredata/nspersistentstorecoordinator/metadataforpersistentstore(oftype:at:options:)`.
    public class func metadataForPersistentStore(
      ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
      try storeClass(ofType: storeType).metadataForPersistentStore(with: url)
    }

    /// Returns the metadata of a store, for callers that have a ``NSPersistentStore/StoreType``.
    ///
    /// The store need not be open.
    ///
    /// - Throws: The errors of `metadataForPersistentStore(ofType:at:options:)`.
    public class func metadataForPersistentStore(
      type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
      try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Deletes a store and its file.
    ///
    /// If this coordinator has the store open, the store is removed first.
    ///
    /// - Parameters:
    ///   - url: The URL of the store.
    ///   - storeType: The type of the store.
    ///   - options: The options with which the store is opened; they have no effect here.
    /// - Throws: `NSPersistentStoreInvalidTypeError` if the type is not registered,
    ///   `NSPersistentStoreOperationError` for an app's own store, otherwise the error of the file
    ///   system.
    /// - Source:
    ///   `/documentation/coredata/nspersistentstorecoordinator/destroypersistentstore(at:oftype:options:)`;
    ///   that an open store is removed is an assumption.
    public func destroyPersistentStore(
      at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
      let storeClass = try Self.storeClass(ofType: storeType)
      if let store = persistentStore(for: url) { try remove(store) }
      try storeClass.destroy(at: url)
    }

    /// Deletes a store and its file, for callers that have a ``NSPersistentStore/StoreType``.
    ///
    /// - Throws: The errors of `destroyPersistentStore(at:ofType:options:)`.
    public func destroyPersistentStore(
      at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
      try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }
  }
#endif
