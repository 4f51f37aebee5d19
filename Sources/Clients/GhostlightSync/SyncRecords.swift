import Foundation
package import GhostlightSyncStatus
package import ManagedObjects
import Synchronization

/// Where records are.
protocol RecordStorage: Sendable {
  /// The place of the last mark that is kept.
  var lastOrder: Int64 { get throws }
  func records(of entity: String, remoteIDs: [String]) throws -> [SyncRecord]
  func records(ofObjects objects: [String]) throws -> [SyncRecord]
  func marked(_ entity: String) throws -> [SyncRecord]
  func uncertain(_ entity: String) throws -> [SyncRecord]
  func since(_ entity: String) throws -> Int64?
  /// All of it or nothing.
  func save(
    _ records: [SyncRecord], forgetting objects: [String], since: (entity: String, time: Int64)?
  ) throws
}

/// The records of a context's objects, beside the context's first store.
///
/// They are in a file that has the first store's name with `-sync`; where that store is in memory, so
/// are these. Whoever asks for the records of the same context gets the same ones.
package final class SyncRecords: Sendable {
  private static let userInfoKey = "GhostlightSync.records"
  private let storage: any RecordStorage
  private let lastOrder: Mutex<Int64>

  /// The records that belong to a context; to be called on the context's queue.
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

  /// A place behind all marks.
  package func nextOrder() -> Int64 {
    lastOrder.withLock { order in
      order += 1
      return order
    }
  }

  // MARK: Reading

  /// The records of documents, by their ids.
  package func records(
    of entity: String, remoteIDs: [String]
  ) throws(SyncError) -> [String: SyncRecord] {
    guard !remoteIDs.isEmpty else { return [:] }
    let found = try Self.unavailable { try storage.records(of: entity, remoteIDs: remoteIDs) }
    var records: [String: SyncRecord] = [:]
    for record in found { if let id = record.remoteID { records[id] = record } }
    return records
  }

  /// The records of objects, by the URIs of their ids.
  package func records(ofObjects objects: [String]) throws(SyncError) -> [String: SyncRecord] {
    guard !objects.isEmpty else { return [:] }
    let found = try Self.unavailable { try storage.records(ofObjects: objects) }
    return Dictionary(found.map { ($0.object, $0) }) { first, _ in first }
  }

  /// The record of an object.
  package func record(ofObject object: String) throws(SyncError) -> SyncRecord? {
    try records(ofObjects: [object])[object]
  }

  /// The records with a mark, in the order of marking.
  package func marked(_ entity: String) throws(SyncError) -> [SyncRecord] {
    try Self.unavailable { try storage.marked(entity) }.sorted { $0.order < $1.order }
  }

  /// The records with a creation whose answer is not known, in the order of marking.
  package func uncertain(_ entity: String) throws(SyncError) -> [SyncRecord] {
    try Self.unavailable { try storage.uncertain(entity) }.sorted { $0.order < $1.order }
  }

  /// The last change that was received of a collection; `nil` before the first pull.
  package func since(_ entity: String) throws(SyncError) -> Int64? {
    try Self.unavailable { try storage.since(entity) }
  }

  // MARK: Writing

  /// Keeps records, forgets others, and moves a collection's cursor on: all of it or nothing.
  package func save(
    _ records: [SyncRecord], forgetting objects: [String] = [],
    since: (entity: String, time: Int64)? = nil
  ) throws(SyncError) {
    try Self.unavailable { try storage.save(records, forgetting: objects, since: since) }
  }

  /// Changes an object's record, if there is one.
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

/// Records that go with the process.
final class MemoryRecords: RecordStorage {
  private struct State {
    var records: [String: SyncRecord] = [:]
    /// The objects of twins, by entity and id.
    var twins: [String: [String: String]] = [:]
    var marked: Set<String> = []
    var uncertain: Set<String> = []
    var cursors: [String: Int64] = [:]

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

  func since(_ entity: String) -> Int64? { state.withLock { $0.cursors[entity] } }

  func save(
    _ records: [SyncRecord], forgetting objects: [String], since: (entity: String, time: Int64)?
  ) {
    state.withLock { state in
      for object in objects { state.remove(object) }
      for record in records { state.insert(record) }
      if let since { state.cursors[since.entity] = since.time }
    }
  }
}
