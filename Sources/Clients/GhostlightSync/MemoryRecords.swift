import Synchronization

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
      if record.creation != nil { uncertain.insert(record.object) }
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
