package import GhostlightCore

/// A change that a client sends to a service, as it is stored until its effect there is known.
///
/// The client stores it before the request is sent. If the response is lost, or the process ends,
/// the stored write is what tells the client's own change from a change made by others.
package struct UnansweredWrite: Sendable, Equatable {
  /// The kind of change.
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Creates an object. The service may choose its identifier.
    case create
    /// Replaces values of an object, and optionally its state.
    case update
    /// Changes only the state of an object: it is published, made a draft or put into the trash.
    case move
    /// Removes an object for good.
    case delete
  }

  /// The kind of change.
  package let operation: Operation
  /// The identifier of the object at the service; `nil` while only the service knows it.
  package var identifier: String?
  /// The values that are sent, `null` for those that are removed.
  ///
  /// Empty for `move` and `delete`.
  package let fields: JSONObject
  /// The state of the object after the write, in the service's words.
  ///
  /// It is `nil` if the write does not change the state, or if the service's objects have no state.
  package let state: String?
  /// The version at the service that the write is based on, in the service's unit.
  ///
  /// For a creation it is the newest version that the client knew of the whole collection: the
  /// object that the write creates is not older.
  package private(set) var base: Int64?
  /// The position or revision of the local edit that this write carries out.
  ///
  /// A local edit with a higher one came later, and is not part of this write.
  package let order: Int64
  /// Whether the service is known to have done it, although its new version is not known yet.
  package internal(set) var isTaken = false
  /// Whether it was sent more than once.
  ///
  /// A refusal then does not settle the first attempt.
  package internal(set) var isRepeated = false
  /// The position of the write among those of its object; the ledger assigns it.
  package internal(set) var sequence: Int64 = 0

  /// Creates a write that has not been sent yet.
  package init(
    _ operation: Operation, identifier: String?, fields: JSONObject = [:], state: String? = nil,
    base: Int64?, order: Int64
  ) {
    self.operation = operation
    self.identifier = identifier
    self.fields = fields
    self.state = state
    self.base = base
    self.order = order
  }

  /// Returns whether another write would be the same request, for the same edit.
  func isRepeated(by other: UnansweredWrite) -> Bool {
    !isTaken && operation == other.operation && identifier == other.identifier
      && fields == other.fields && state == other.state && order == other.order
  }

  /// Replaces the base by another one, if that is lower or not known.
  mutating func lowerBase(to other: Int64?) {
    base = base.flatMap { base in other.map { min(base, $0) } }
  }

  /// Whether the write sets values.
  package var setsFields: Bool { operation == .create || operation == .update }
}

/// The outcome of a write, as far as its response shows it.
package enum WriteOutcome: Sendable, Hashable, CaseIterable {
  /// The service has done it.
  case taken
  /// The service has not done it, and will not.
  case refused
  /// The service may have done it: there is no response, or none that settles it.
  case open

  /// Creates the outcome from the status of a response; `nil` stands for no response.
  ///
  /// Every status from 500 leaves the outcome open: a gateway also sends 502, 503 and 504 when it
  /// loses a connection over which the request was already forwarded.
  ///
  /// - Source: RFC 9110, sections 15.5 and 15.6. envoyproxy/envoy, issue 6190 (1.8.0): 503 with the
  ///   flag `UC` for a connection that ended after the request was forwarded.
  package init(status: Int?) {
    self =
      switch status {
      case .some(200..<300): .taken
      case .some(300..<500): .refused
      default: .open
      }
  }
}
