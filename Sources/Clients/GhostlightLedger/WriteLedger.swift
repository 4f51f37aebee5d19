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
/// Several writes can be pending at once, for example an update whose response was lost, and then
/// another one. When the client receives the object from the service again,
/// ``standing(of:since:matches:)`` returns whether one of these writes has changed it last.
package struct WriteLedger: Sendable, Equatable {
  /// The pending writes, oldest first.
  package internal(set) var writes: [UnansweredWrite] = []

  /// Creates a ledger without writes.
  package init() {}

  /// Whether the ledger does not contain a pending write.
  package var isEmpty: Bool { writes.isEmpty }

  /// The pending writes that create the object, oldest first.
  package var creations: [UnansweredWrite] { writes.filter { $0.operation == .create } }

  /// Adds a write that the client is about to send.
  ///
  /// If it equals the last write, it counts as another attempt and does not add an entry. The
  /// ledger therefore does not grow while a service is unavailable for a long time. For a creation,
  /// the lower base of both attempts remains, because the service's clock may have been set back
  /// between them.
  ///
  /// - Returns: The write's sequence number, with which ``resolve(_:_:)`` identifies it.
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

  /// Removes the writes whose effect is known after a response.
  ///
  /// After `taken`, the caller knows the object's version at the service, so the write and all
  /// earlier ones are removed. After `refused`, only the write itself is removed, unless an earlier
  /// attempt got no response. After `open`, no write is removed.
  package mutating func resolve(_ sequence: Int64, _ outcome: WriteOutcome) {
    switch outcome {
    case .taken: writes.removeAll { $0.sequence <= sequence }
    case .refused: writes.removeAll { $0.sequence == sequence && !$0.isRepeated }
    case .open: break
    }
  }

  /// Records that the service has executed a write, although the object's new version is not known.
  ///
  /// The write stays in the ledger until ``resolve(_:_:)`` or ``removeAll()`` removes it.
  package mutating func confirm(_ sequence: Int64, identifier: String? = nil) {
    guard let index = writes.firstIndex(where: { $0.sequence == sequence }) else { return }
    writes[index].isTaken = true
    writes[index].identifier = identifier ?? writes[index].identifier
  }

  /// Removes all writes, because the client knows the object's version at the service.
  package mutating func removeAll() { writes = [] }

  /// Removes all writes except creations without an identifier, because the object no longer
  /// exists.
  package mutating func removeAllExceptOpenCreations() {
    writes.removeAll { $0.operation != .create || $0.identifier != nil }
  }

  /// Returns whether a pending write may have set a field of the object at the service.
  package func mayHaveSet(_ field: String) -> Bool {
    writes.contains { !($0.fields[field] ?? .null).isNull }
  }
}

// MARK: Comparing

extension WriteLedger {
  /// A version of an object: the service's current version, or the last version that the client
  /// knew.
  package struct Version: Sendable, Equatable {
    /// The time or number of the object's last change; `nil` if it is not known.
    package var number: Int64?
    /// The object's state, as the service names it; `nil` if the service's objects do not have one.
    package var state: String?

    package init(number: Int64?, state: String? = nil) {
      self.number = number
      self.state = state
    }
  }

  /// The relation between the object at the service and the writes in the ledger.
  package enum Standing: Sendable, Hashable {
    /// The service does not have the object.
    case missing
    /// The object has the version that the client knew last, so no pending write has had an effect
    /// yet.
    case base
    /// The object has the values and state that this client sent.
    ///
    /// The associated value is the sequence number of the last write that has had an effect. Later
    /// writes have not had one yet. There is no conflict.
    case own(Int64)
    /// The service has executed a pending write, and another client has changed the object since
    /// then.
    case ownChangedSince
    /// Another client has changed the object, and no pending write is known to have had an effect.
    case foreign
  }

  /// Returns whether the object at the service has been changed by this client, another one, or
  /// both.
  ///
  /// Values and state are compared separately, because different writes may have set them. The
  /// object's values must be those of one of the writes or those the client knew last, and so must
  /// its state.
  ///
  /// - Parameters:
  ///   - object: The version at the service; `nil` if the service does not have the object.
  ///   - base: The last version that the client knew before the pending writes.
  ///   - matches: Returns whether the object at the service has exactly the given values. The
  ///     argument is the values of a write; `nil` means the values that the client knew last.
  /// - Returns: The relation; ``Standing/own(_:)`` has the sequence number of the last write that
  ///   has had an effect.
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

  /// Whether the ledger contains a creation of unknown state, which an earlier client version
  /// stored.
  private var isStateOpen: Bool { creations.contains { $0.state == nil } }

  /// Returns whether the object at the service contains all changes of a local edit.
  ///
  /// - Parameters:
  ///   - order: The position of the edit, as in ``UnansweredWrite/order``.
  ///   - sequence: The sequence number of the last write that has had an effect, from
  ///     ``Standing/own(_:)``.
  ///   - matches: The same closure as for ``standing(of:since:matches:)``.
  /// - Returns: Whether one of the edit's writes has had an effect, and the object has the values
  ///   of the last of them. The caller compares the state that the edit asks for.
  package func hasArrived(
    _ order: Int64, by sequence: Int64, matches: (JSONObject?) -> Bool
  ) -> Bool {
    let sent = writes.filter { $0.order == order }
    guard sent.contains(where: { $0.sequence <= sequence }) else { return false }
    return sent.last(where: \.setsFields).map { matches($0.fields) } ?? true
  }
}
