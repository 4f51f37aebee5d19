/// Two devices and a server as plain values: the rules of the sync without its code.
struct SyncModel: Equatable {
  struct Stored: Equatable {
    var text: String
    var date: Int64
  }

  /// A change on a device that is not on the server.
  struct Dirty: Equatable {
    enum Kind: Int, Equatable { case inserted, updated, deleted }
    var kind: Kind
    var base: Int64?
    /// The text that was sent, if there was no response.
    var sent: String?
  }

  struct Cached: Equatable {
    /// The text, or `nil` if the object was deleted.
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

  /// Writes to the server, as another client or a sync does.
  mutating func write(_ key: String, _ text: String?, at now: Int64) {
    let date = max(now, (server[key]?.date).map { $0 + 1 } ?? now)
    server[key] = text.map { Stored(text: $0, date: date) }
  }

  /// Replaces the objects of a device by those of the server, except those changed on the device.
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
      dirty = Dirty(kind: wasThere ? .updated : .inserted, base: dirty?.base, sent: dirty?.sent)
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

  /// The outcome of a sync for an object.
  struct Result: Equatable {
    var server: Stored?
    var cached: Cached?
    /// The reported action, or `nil` if none is reported.
    var action: Int?
    /// Whether a request was sent that changes the server.
    var isWrite = false
  }

  private func isClientFirst(_ object: Cached, _ stored: Stored?) -> Bool {
    switch policy {
    case .clientWins: true
    case .lastModifiedWins: stored.map { object.date > $0.date } ?? true
    case .serverModifiedWins: stored?.date == object.dirty?.base
    }
  }

  /// Returns the outcome of a sync for a dirty object, or `nil` for a clean object.
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
      if stored == nil, dirty.kind == .inserted { return written(0) }
      guard isClientFirst(object, stored) else { return taken(3) }
      return written(stored == nil ? 0 : 1)
    }
  }

  mutating func apply(_ result: Result, _ device: Int, _ key: String) {
    server[key] = result.server
    devices[device][key] = result.cached
  }

  /// Applies a sent object to the server, without a response to the device.
  mutating func applyUnacknowledged(_ result: Result, _ device: Int, _ key: String) {
    noteSent(device, key)
    server[key] = result.server
  }

  /// Records that a request was sent without a known outcome.
  mutating func noteSent(_ device: Int, _ key: String) {
    guard var object = devices[device][key], var dirty = object.dirty else { return }
    if let stored = server[key], stored.text == dirty.sent {
      dirty.base = stored.date
      if dirty.kind == .inserted { dirty.kind = .updated }
    }
    dirty.sent = object.text
    object.dirty = dirty
    devices[device][key] = object
  }
}
