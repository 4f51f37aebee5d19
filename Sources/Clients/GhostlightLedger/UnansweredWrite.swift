package import GhostlightCore

/// A change that a client has sent to a service, or is about to send, and whose effect is not
/// known.
///
/// The client stores it before it sends the request. If the response is lost, or the process ends,
/// the stored write distinguishes the client's own change from a change by another client.
package struct UnansweredWrite: Sendable, Equatable {
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Creates an object. The service may choose its identifier.
    case create
    /// Replaces some of an object's values, and optionally its state.
    case update
    /// Changes only an object's state: it is published, made a draft or put into the trash.
    case move
    /// Removes an object permanently.
    case delete
  }

  package let operation: Operation
  /// The object's identifier at the service; `nil` if the client does not know it yet.
  package var identifier: String?
  /// The values that the request sends, with `null` for values that it removes.
  ///
  /// It is empty for `move` and `delete`.
  package let fields: JSONObject
  /// The object's state after the write, as the service names it.
  ///
  /// It is `nil` if the write does not change the state, or if the service's objects do not have
  /// one.
  package let state: String?
  /// The version of the object that the client changed, in the service's unit.
  ///
  /// For a creation it is the newest version that the client knew of any object in the collection.
  /// The created object is not older than that.
  package private(set) var base: Int64?
  /// The position or revision of the local edit that this write sends.
  ///
  /// A local edit with a higher number was made later, and is not part of this write.
  package let order: Int64
  /// Whether the service is known to have executed the write, although the new version is not
  /// known.
  package internal(set) var isTaken = false
  /// Whether the write was sent more than once.
  ///
  /// If it was, a refusal of the last attempt does not show whether an earlier one had an effect.
  package internal(set) var isRepeated = false
  /// The write's sequence number in its ledger, which the ledger assigns.
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

  /// Returns whether `other` sends the same request for the same local edit.
  func isRepeated(by other: UnansweredWrite) -> Bool {
    !isTaken && operation == other.operation && identifier == other.identifier
      && fields == other.fields && state == other.state && order == other.order
  }

  /// Sets the base to the lower of the current base and `other`, or to `nil` if either is `nil`.
  mutating func lowerBase(to other: Int64?) {
    base = base.flatMap { base in other.map { min(base, $0) } }
  }

  package var setsFields: Bool { operation == .create || operation == .update }
}

/// The outcome of a write, as far as the response shows it.
package enum WriteOutcome: Sendable, Hashable, CaseIterable {
  /// The service has executed the write.
  case taken
  /// The service has rejected the write, and will not execute it later.
  case refused
  /// The service may have executed the write: the response is missing or does not show the outcome.
  case open

  /// Derives the outcome from a response's status.
  ///
  /// Every status from 500 leaves the outcome open: a gateway also sends 502, 503 and 504 when it
  /// loses a connection over which the request was already forwarded.
  ///
  /// - Parameter status: The response's status code; `nil` if there is no response.
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
