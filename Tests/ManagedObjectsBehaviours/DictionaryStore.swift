import Foundation
package import ManagedObjects

/// An incremental store that keeps its objects in dictionaries.
///
/// It uses only what Apple's class offers.
package final class DictionaryStore: NSIncrementalStore, @unchecked Sendable {
  package static let storeType = "DictionaryStore"

  private struct Record {
    var values: [String: Any]
    var related: [String: [NSManagedObjectID]]
    var version: UInt64
  }

  private var records: [NSManagedObjectID: Record] = [:]
  private var last = 0
  package private(set) var reads = 0
  package private(set) var registered = 0

  package override var type: String { Self.storeType }

  package override func loadMetadata() throws {
    metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.storeType]
  }

  package override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    if let save = request as? NSSaveChangesRequest {
      try refuseConflicts(save)
      for object in save.deletedObjects ?? [] { records[object.objectID] = nil }
      for object in save.insertedObjects ?? [] { write(object) }
      for object in save.updatedObjects ?? [] { write(object) }
      return [Any]()
    }
    guard let request = request as? NSFetchRequest<any NSFetchRequestResult>, let context else {
      return [Any]()
    }
    let entity = request.entity
    let ids = records.keys.filter { id in
      guard let entity else { return false }
      return request.includesSubentities
        ? id.entity.isKindOf(entity: entity) : id.entity === entity
    }
    var objects = ids.map { context.object(with: $0) }
    // The predicate would see unsaved changes, so changed objects are always returned; the context
    // filters them later.
    objects = objects.filter { object in
      object.hasChanges || (request.predicate?.evaluate(with: object) ?? true)
    }
    objects.sort { left, right in
      for descriptor in request.sortDescriptors ?? [] {
        let result = descriptor.compare(left, to: right)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return key(left.objectID) < key(right.objectID)
    }
    objects = Array(objects.dropFirst(request.fetchOffset))
    if request.fetchLimit > 0 { objects = Array(objects.prefix(request.fetchLimit)) }
    return request.resultType == .countResultType ? [NSNumber(value: objects.count)] : objects
  }

  /// Throws an error if another context has saved the objects after this context read them.
  ///
  /// It compares the stored values with those that the context read.
  private func refuseConflicts(_ save: NSSaveChangesRequest) throws {
    let changed = (save.updatedObjects ?? []).union(save.deletedObjects ?? [])
    let conflicts = changed.compactMap { object -> NSMergeConflict? in
      let record = records[object.objectID]
      let names = Array(object.entity.attributesByName.keys)
      let read = object.committedValues(forKeys: names)
      let isSame = names.allSatisfy { name in
        "\(record?.values[name] ?? NSNull())" == "\(read[name] ?? NSNull())"
      }
      guard record == nil || !isSame else { return nil }
      return NSMergeConflict(
        source: object, newVersion: Int(record?.version ?? 0), oldVersion: 1,
        cachedSnapshot: record?.values, persistedSnapshot: record?.values)
    }
    guard !conflicts.isEmpty else { return }
    throw NSError(
      domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError,
      userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts])
  }

  private func key(_ id: NSManagedObjectID) -> Int { referenceObject(for: id) as? Int ?? 0 }

  private func write(_ object: NSManagedObject) {
    var record =
      records[object.objectID] ?? Record(values: [:], related: [:], version: 0)
    record.version += 1
    for name in object.entity.attributesByName.keys {
      record.values[name] = object.value(forKey: name)
    }
    for (name, relationship) in object.entity.relationshipsByName {
      let ids = object.objectIDs(forRelationshipNamed: name)
      if relationship.isToMany {
        record.related[name] = ids
      } else {
        record.values[name] = ids.first ?? NSNull()
      }
    }
    records[object.objectID] = record
  }

  package override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    reads += 1
    guard let record = records[objectID] else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
    }
    return NSIncrementalStoreNode(
      objectID: objectID, withValues: record.values, version: record.version)
  }

  package override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    reads += 1
    guard relationship.isToMany else {
      return records[objectID]?.values[relationship.name] ?? NSNull()
    }
    return records[objectID]?.related[relationship.name] ?? []
  }

  package override func obtainPermanentIDs(for array: [NSManagedObject]) throws
    -> [NSManagedObjectID]
  {
    array.map { object in
      last += 1
      return newObjectID(for: object.entity, referenceObject: last)
    }
  }

  package override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID])
  {
    registered += objectIDs.count
  }

  package override func managedObjectContextDidUnregisterObjects(
    with objectIDs: [NSManagedObjectID]
  ) {
    registered -= objectIDs.count
  }
}
