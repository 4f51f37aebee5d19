#if !canImport(CoreData)
  public import Foundation

  extension NSPersistentStoreCoordinator {
    // MARK: Blocks and requests

    /// Runs a block while no other operation of the coordinator runs, and returns its result.
    ///
    /// - Source: `/documentation/coredata/nspersistentstorecoordinator/performandwait(_:)-15ude`.
    @preconcurrency public func performAndWait<T>(
      _ block: @Sendable () throws -> T
    ) rethrows -> T {
      try locked(block)
    }

    /// Runs a block while no other operation of the coordinator runs, and suspends the caller until
    /// it has a result.
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

    /// Executes a request for a context, as ``NSManagedObjectContext/execute(_:)`` does.
    ///
    /// A save request is refused; only contexts save.
    ///
    /// - Returns: The objects of a fetch request, or the result of a batch request.
    /// - Throws: `NSCoreDataError` for any other kind of request, or the store's error.
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
    /// - Returns: The metadata, with the digests of the entities under
    ///   `NSStoreModelVersionHashesKey`.
    /// - Throws: `NSPersistentStoreInvalidTypeError` for an unknown type,
    ///   `CocoaError.fileReadNoSuchFile` for a missing file, or the store's error.
    /// - Source:
    ///   `/documentation/coredata/nspersistentstorecoordinator/metadataforpersistentstore(oftype:at:options:)`.
    public class func metadataForPersistentStore(
      ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
      try storeClass(ofType: storeType).metadataForPersistentStore(with: url)
    }

    /// Returns the metadata of a store, which need not be open, with the type in the form of newer
    /// systems.
    ///
    /// - Throws: The errors of `metadataForPersistentStore(ofType:at:options:)`.
    public class func metadataForPersistentStore(
      type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
      try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Deletes a store with its file.
    ///
    /// If this coordinator has it open, the store is removed first.
    ///
    /// - Parameters:
    ///   - url: The URL of the store.
    ///   - storeType: The type of the store.
    ///   - options: The options with which the store is opened; they have no effect here.
    /// - Throws: `NSPersistentStoreInvalidTypeError` for an unknown type,
    ///   `NSPersistentStoreOperationError` for an app's own store, or the error of the file system.
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

    /// Deletes a store with its file, with the type in the form of newer systems.
    ///
    /// - Throws: The errors of `destroyPersistentStore(at:ofType:options:)`.
    public func destroyPersistentStore(
      at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
      try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }
  }
#endif
