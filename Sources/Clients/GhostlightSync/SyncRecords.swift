import Foundation
package import GhostlightSyncStatus
package import ManagedObjects
import Synchronization

/// A storage of sync records: a file or memory.
protocol RecordStorage: Sendable {
  /// The position of the last mark in the storage; 0 if there is none.
  var lastOrder: Int64 { get throws }
  func records(of entity: String, remoteIDs: [String]) throws -> [SyncRecord]
  func records(ofObjects objects: [String]) throws -> [SyncRecord]
  func marked(_ entity: String) throws -> [SyncRecord]
  func uncertain(_ entity: String) throws -> [SyncRecord]
  func position(_ entity: String) throws -> PullPosition?
  func newestVersion(_ entity: String) throws -> Int64?
  /// Saves `records`, removes the records of `objects`, and stores `position`, in one transaction.
  func save(
    _ records: [SyncRecord], forgetting objects: [String],
    position: (entity: String, value: PullPosition)?
  ) throws
}

/// The sync records of a context's objects.
///
/// They are in a file next to the context's first store; the file's name is that of the store with
/// `-sync`. If the store is in memory, the records are too. All callers for one context get the
/// same instance.
package final class SyncRecords: Sendable {
  private static let userInfoKey = "GhostlightSync.records"
  private let storage: any RecordStorage
  private let lastOrder: Mutex<Int64>

  /// Returns the sync records of a context, and opens their file on the first call.
  ///
  /// Call it only on the context's queue.
  ///
  /// - Throws: ``SyncError`` if the context does not have a store, or if the file cannot be opened.
  package static func of(_ context: NSManagedObjectContext) throws(SyncError) -> SyncRecords {
    if let known = context.userInfo[userInfoKey] as? SyncRecords { return known }
    guard let store = context.persistentStoreCoordinator?.persistentStores.first else {
      throw SyncError.noStore
    }
    let file = store.type == NSSQLiteStoreType ? store.url : nil
    let records = try unavailable {
      try SyncRecords(
        file.map { try FileRecords(at: URL(filePath: $0.path + "-sync")) } ?? MemoryRecords())
    }
    context.userInfo[userInfoKey] = records
    return records
  }

  private init(_ storage: any RecordStorage) throws {
    self.storage = storage
    lastOrder = Mutex(try storage.lastOrder)
  }

  /// Returns the position for a new mark, which is greater than the positions of all other marks.
  package func nextOrder() -> Int64 {
    lastOrder.withLock { order in
      order += 1
      return order
    }
  }

  // MARK: Reading

  /// Returns the records of the documents with these IDs, keyed by document ID.
  package func records(
    of entity: String, remoteIDs: [String]
  ) throws(SyncError) -> [String: SyncRecord] {
    guard !remoteIDs.isEmpty else { return [:] }
    let found = try Self.unavailable { try storage.records(of: entity, remoteIDs: remoteIDs) }
    var records: [String: SyncRecord] = [:]
    for record in found { if let id = record.remoteID { records[id] = record } }
    return records
  }

  /// Returns the records of the objects with these URIs, keyed by object URI.
  package func records(ofObjects objects: [String]) throws(SyncError) -> [String: SyncRecord] {
    guard !objects.isEmpty else { return [:] }
    let found = try Self.unavailable { try storage.records(ofObjects: objects) }
    return Dictionary(found.map { ($0.object, $0) }) { first, _ in first }
  }

  /// Returns the record of the object with a URI, or `nil` if there is none.
  package func record(ofObject object: String) throws(SyncError) -> SyncRecord? {
    try records(ofObjects: [object])[object]
  }

  /// Returns the records that have a mark, in the order in which the marks were set.
  package func marked(_ entity: String) throws(SyncError) -> [SyncRecord] {
    try Self.unavailable { try storage.marked(entity) }.sorted { $0.order < $1.order }
  }

  /// Returns the records with a creation that got no response, in the order of their marks.
  package func uncertain(_ entity: String) throws(SyncError) -> [SyncRecord] {
    try Self.unavailable { try storage.uncertain(entity) }.sorted { $0.order < $1.order }
  }

  /// Returns the position up to which a collection was received; `nil` before the first pull.
  package func position(_ entity: String) throws(SyncError) -> PullPosition? {
    try Self.unavailable { try storage.position(entity) }
  }

  /// Returns the newest version of any object of an entity; `nil` if no version is known.
  package func newestVersion(_ entity: String) throws(SyncError) -> Int64? {
    try Self.unavailable { try storage.newestVersion(entity) }
  }

  // MARK: Writing

  /// Saves `records`, removes the records of `objects`, and stores `position`, in one transaction.
  package func save(
    _ records: [SyncRecord], forgetting objects: [String] = [],
    position: (entity: String, value: PullPosition)? = nil
  ) throws(SyncError) {
    try Self.unavailable { try storage.save(records, forgetting: objects, position: position) }
  }

  /// Changes the record of the object with a URI, if there is one.
  package func update(
    _ object: String, _ change: (inout SyncRecord) -> Void
  ) throws(SyncError) {
    guard var record = try record(ofObject: object) else { return }
    change(&record)
    try save([record])
  }

  private static func unavailable<Value>(_ body: () throws -> Value) throws(SyncError) -> Value {
    do { return try body() } catch {
      throw SyncError.recordsUnavailable(error.localizedDescription)
    }
  }
}

/// A record storage in memory, whose contents are lost when the process ends.
final class MemoryRecords: RecordStorage {
  private struct State {
    var records: [String: SyncRecord] = [:]
    /// The objects' URIs, keyed by entity name and then by document ID.
    var twins: [String: [String: String]] = [:]
    var marked: Set<String> = []
    var uncertain: Set<String> = []
    var positions: [String: PullPosition] = [:]

    mutating func remove(_ object: String) {
      guard let old = records.removeValue(forKey: object) else { return }
      if let id = old.remoteID, twins[old.entity]?[id] == object { twins[old.entity]?[id] = nil }
      marked.remove(object)
      uncertain.remove(object)
    }

    mutating func insert(_ record: SyncRecord) {
      remove(record.object)
      records[record.object] = record
      if let id = record.remoteID { twins[record.entity, default: [:]][id] = record.object }
      if record.mark != nil { marked.insert(record.object) }
      if record.isUncertain { uncertain.insert(record.object) }
    }
  }

  private let state = Mutex(State())

  var lastOrder: Int64 { 0 }

  func records(of entity: String, remoteIDs: [String]) -> [SyncRecord] {
    state.withLock { state in
      remoteIDs.compactMap { state.twins[entity]?[$0].flatMap { state.records[$0] } }
    }
  }

  func records(ofObjects objects: [String]) -> [SyncRecord] {
    state.withLock { state in objects.compactMap { state.records[$0] } }
  }

  func marked(_ entity: String) -> [SyncRecord] {
    state.withLock { state in
      state.marked.compactMap { state.records[$0] }.filter { $0.entity == entity }
    }
  }

  func uncertain(_ entity: String) -> [SyncRecord] {
    state.withLock { state in
      state.uncertain.compactMap { state.records[$0] }.filter { $0.entity == entity }
    }
  }

  func position(_ entity: String) -> PullPosition? { state.withLock { $0.positions[entity] } }

  func newestVersion(_ entity: String) -> Int64? {
    state.withLock { state in
      state.records.values.lazy.filter { $0.entity == entity }.compactMap(\.updatedAt).max()
    }
  }

  func save(
    _ records: [SyncRecord], forgetting objects: [String],
    position: (entity: String, value: PullPosition)?
  ) {
    state.withLock { state in
      for object in objects { state.remove(object) }
      for record in records { state.insert(record) }
      if let position { state.positions[position.entity] = position.value }
    }
  }
}
