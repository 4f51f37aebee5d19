/// A model of two devices and a server: the rules of the sync without its code.
struct SyncModel: Equatable {
  struct Stored: Equatable {
    var text: String
    var date: Int64
  }

  /// A change on a device that has not reached the server.
  struct Dirty: Equatable {
    enum Kind: Int, Equatable { case inserted, updated, deleted }
    var kind: Kind
    var base: Int64?
    /// The text that was last sent without a response; `nil` if there is none.
    var sent: String?
    /// Whether a deletion was sent without a response, so that a missing object may be its effect.
    var isDeletionSent = false
  }

  struct Cached: Equatable {
    /// The object's text on the device; `nil` if the object was deleted there.
    var text: String?
    var date: Int64
    var dirty: Dirty?
  }

  enum Policy: String, Sendable, CaseIterable {
    case clientWins, lastModifiedWins, serverModifiedWins
  }

  var server: [String: Stored] = [:]
  var devices: [[String: Cached]]
  let policy: Policy

  // MARK: Edits

  /// Writes an object to the server, as another client or a sync does; `nil` deletes the object.
  mutating func write(_ key: String, _ text: String?, at now: Int64) {
    let date = max(now, (server[key]?.date).map { $0 + 1 } ?? now)
    server[key] = text.map { Stored(text: $0, date: date) }
  }

  /// Replaces a device's objects by those of the server, except those that are dirty.
  mutating func pull(_ device: Int) {
    for (key, object) in devices[device] where object.dirty == nil && server[key] == nil {
      devices[device][key] = nil
    }
    for (key, object) in server where devices[device][key]?.dirty == nil {
      devices[device][key] = Cached(text: object.text, date: object.date)
    }
  }

  mutating func save(_ device: Int, _ key: String, _ text: String?, at now: Int64) {
    let old = devices[device][key]
    var dirty = old?.dirty
    switch (old?.text, text) {
    case (nil, _):
      let wasThere = dirty?.base != nil
      dirty = Dirty(
        kind: wasThere ? .updated : .inserted, base: dirty?.base, sent: dirty?.sent,
        isDeletionSent: dirty?.isDeletionSent ?? false)
    case (_, .some): if dirty == nil { dirty = Dirty(kind: .updated, base: old?.date) }
    case (_, nil):
      if let known = dirty, known.kind == .inserted, known.sent == nil {
        devices[device][key] = nil
        return
      }
      dirty = Dirty(
        kind: .deleted, base: dirty == nil ? old?.date : dirty?.base, sent: dirty?.sent)
    }
    devices[device][key] = Cached(text: text, date: now, dirty: dirty)
  }

  // MARK: Syncing

  /// The outcome of a sync for one object.
  struct Result: Equatable {
    var server: Stored?
    var cached: Cached?
    /// The number of the reported `SMSyncAction`; `nil` if none is reported.
    var action: Int?
    /// Whether the sync sends a request that changes the server.
    var isWrite = false
  }

  private func isClientFirst(_ object: Cached, _ stored: Stored?) -> Bool {
    switch policy {
    case .clientWins: true
    case .lastModifiedWins: stored.map { object.date > $0.date } ?? true
    case .serverModifiedWins: stored?.date == object.dirty?.base
    }
  }

  /// Returns the outcome that a sync must have for an object, or `nil` if the object is not dirty.
  func synced(_ device: Int, _ key: String, at now: Int64) -> Result? {
    guard let object = devices[device][key], let dirty = object.dirty else { return nil }
    let stored = server[key]
    func written(_ action: Int) -> Result {
      let date = max(now, (stored?.date).map { $0 + 1 } ?? now)
      let new = Stored(text: object.text ?? "", date: date)
      return Result(
        server: new, cached: Cached(text: new.text, date: date), action: action, isWrite: true)
    }
    func taken(_ action: Int) -> Result {
      Result(
        server: stored, cached: stored.map { Cached(text: $0.text, date: $0.date) },
        action: action)
    }
    let isBase = stored != nil && stored?.date == dirty.base
    let isOwn = stored != nil && stored?.text == dirty.sent
    switch dirty.kind {
    case .deleted:
      guard stored != nil else { return Result(action: nil) }
      return isBase || isOwn || isClientFirst(object, stored)
        ? Result(action: 2, isWrite: true) : taken(3)
    case .inserted, .updated:
      if !isBase, isOwn, dirty.sent == object.text {
        return taken(dirty.kind == .inserted ? 0 : 1)
      }
      if isBase || isOwn { return written(1) }
      if stored == nil, dirty.kind == .inserted || dirty.isDeletionSent { return written(0) }
      guard isClientFirst(object, stored) else { return taken(3) }
      return written(stored == nil ? 0 : 1)
    }
  }

  mutating func apply(_ result: Result, _ device: Int, _ key: String) {
    server[key] = result.server
    devices[device][key] = result.cached
  }

  /// Applies a sync's write to the server as if its response had been lost.
  mutating func applyUnacknowledged(_ result: Result, _ device: Int, _ key: String) {
    noteSent(device, key)
    server[key] = result.server
  }

  /// Records that a write was sent whose outcome the device does not know.
  mutating func noteSent(_ device: Int, _ key: String) {
    guard var object = devices[device][key], var dirty = object.dirty else { return }
    if let stored = server[key], stored.text == dirty.sent {
      dirty.base = stored.date
      if dirty.kind == .inserted { dirty.kind = .updated }
    }
    if object.text == nil { dirty.isDeletionSent = true } else { dirty.sent = object.text }
    object.dirty = dirty
    devices[device][key] = object
  }
}
