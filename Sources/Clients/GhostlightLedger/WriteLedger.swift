package import GhostlightCore

/// The writes of one object whose effect at the service is not known, in the order of sending.
///
/// Store it with the object's local change, in the same transaction:
///
/// ```text
/// let number = record.ledger.append(UnansweredWrite(.update, …))
/// try records.save([record])                       // before the request is sent
/// let response = try? await send(request)
/// record.ledger.resolve(number, WriteOutcome(status: response?.status.code))
/// ```
///
/// Several writes can be pending at once: an update whose response was lost, then another. When the
/// client sees the object at the service again, ``standing(of:since:matches:)`` returns whether one of
/// these writes has changed it last.
package struct WriteLedger: Sendable, Equatable {
  /// The pending writes, oldest first.
  package internal(set) var writes: [UnansweredWrite] = []

  /// Creates a ledger without writes.
  package init() {}

  /// Whether no write is pending.
  package var isEmpty: Bool { writes.isEmpty }

  /// The pending creations.
  package var creations: [UnansweredWrite] { writes.filter { $0.operation == .create } }

  /// Adds a write that is going to be sent.
  ///
  /// A write that is equal to the last one is sent again, and stays one entry: a service that is out
  /// of order for a long time does not make the ledger grow. A creation has the lower base of both,
  /// since the service's clock may have been set back in the meantime.
  ///
  /// - Returns: The number by which its response settles it.
  @discardableResult
  package mutating func append(_ write: UnansweredWrite) -> Int64 {
    if let last = writes.last, last.isRepeated(by: write) {
      writes[writes.count - 1].isRepeated = true
      if write.operation == .create { writes[writes.count - 1].lowerBase(to: write.base) }
      return last.sequence
    }
    var write = write
    write.sequence = (writes.last?.sequence ?? 0) + 1
    writes.append(write)
    return write.sequence
  }

  /// Removes the writes that a response settles.
  ///
  /// After `taken`, the caller knows the object's version at the service: the write and all earlier
  /// ones are settled. After `refused`, only the write itself is removed, unless it was sent before
  /// without a response. After `open`, no write is removed.
  package mutating func resolve(_ sequence: Int64, _ outcome: WriteOutcome) {
    switch outcome {
    case .taken: writes.removeAll { $0.sequence <= sequence }
    case .refused: writes.removeAll { $0.sequence == sequence && !$0.isRepeated }
    case .open: break
    }
  }

  /// Stores that the service has done a write, and that the object's new version is not known.
  ///
  /// The write stays until ``resolve(_:_:)`` or ``removeAll()``.
  package mutating func confirm(_ sequence: Int64, identifier: String? = nil) {
    guard let index = writes.firstIndex(where: { $0.sequence == sequence }) else { return }
    writes[index].isTaken = true
    writes[index].identifier = identifier ?? writes[index].identifier
  }

  /// Removes all writes: the object's version at the service is known, and includes or overrules
  /// them.
  package mutating func removeAll() { writes = [] }

  /// Removes all writes except creations without an identifier, because the object no longer exists.
  package mutating func keepOpenCreations() {
    writes.removeAll { $0.operation != .create || $0.identifier != nil }
  }

  /// Returns whether a field may have a value at the service because of a pending write.
  package func mayHaveSet(_ field: String) -> Bool {
    writes.contains { !($0.fields[field] ?? .null).isNull }
  }
}

// MARK: Comparing

extension WriteLedger {
  /// The version of an object that the service has, or that the client knew last.
  package struct Version: Sendable, Equatable {
    /// The time or number of its last change; `nil` if it is not known.
    package var number: Int64?
    /// Its state in the service's words; `nil` if the service's objects have none.
    package var state: String?

    /// Creates a version.
    package init(number: Int64?, state: String? = nil) {
      self.number = number
      self.state = state
    }
  }

  /// The relation of the service's object to what this client sent.
  package enum Standing: Sendable, Hashable {
    /// The service has no such object.
    case missing
    /// The object has the version that the client knew last: no pending write has had an effect yet.
    case base
    /// The object has the values of the write with this number.
    ///
    /// That is neither a conflict nor another client's change. Writes with a higher number have had
    /// no effect yet.
    case own(Int64)
    /// The service has done a pending write, and another client has changed the object since.
    case ownChangedSince
    /// Another client changed the object.
    case foreign
  }

  /// Returns the relation of the service's object to the pending writes.
  ///
  /// Values and state are compared separately, since different writes may have set them: the values
  /// of the object must be those of one of the writes or of the base, and so must its state.
  ///
  /// - Parameters:
  ///   - object: The version that the service has; `nil` if the service does not have the object.
  ///   - base: The version that the client knew last, before the pending writes.
  ///   - matches: Returns whether the object at the service has exactly these values, which are those
  ///     of a write; `nil` stands for the values that the client knew last.
  /// - Returns: The relation; ``Standing/own(_:)`` carries the number of the last write that has had
  ///   an effect.
  package func standing(
    of object: Version?, since base: Version, matches: (JSONObject?) -> Bool
  ) -> Standing {
    guard let object else { return .missing }
    if let number = object.number, number == base.number { return .base }
    let fields = writes.last { $0.setsFields && matches($0.fields) }
    let state = object.state.flatMap { state in writes.last { $0.state == state } }
    let hasOwnFields = fields != nil || matches(nil)
    let hasOwnState = state != nil || object.state == base.state || base.state == nil && isStateOpen
    if hasOwnFields, hasOwnState, let last = [fields, state].compactMap({ $0?.sequence }).max() {
      return .own(last)
    }
    return writes.contains(where: \.isTaken) ? .ownChangedSince : .foreign
  }

  /// Whether the state of a created object is not known, as in ledgers of earlier versions.
  private var isStateOpen: Bool { creations.contains { $0.state == nil } }

  /// Returns whether everything that was sent for a local edit is part of the service's object.
  ///
  /// - Parameters:
  ///   - order: The position of the edit, as in ``UnansweredWrite/order``.
  ///   - sequence: The number of the last write that has had an effect, as ``Standing/own(_:)`` has it.
  ///   - matches: The comparison that ``standing(of:since:matches:)`` was given.
  /// - Returns: Whether one of the edit's writes has had an effect, and the values of the last one
  ///   are those of the object. The caller compares the state that the edit asks for.
  package func hasArrived(
    _ order: Int64, by sequence: Int64, matches: (JSONObject?) -> Bool
  ) -> Bool {
    let sent = writes.filter { $0.order == order }
    guard sent.contains(where: { $0.sequence <= sequence }) else { return false }
    return sent.last(where: \.setsFields).map { matches($0.fields) } ?? true
  }
}
