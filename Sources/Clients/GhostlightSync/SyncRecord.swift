package import GhostlightCore
package import GhostlightLedger

/// The sync's information about a local object: its remote object, mark and pending writes.
package struct SyncRecord: Sendable, Equatable {
  /// The URI of the local object's permanent ID.
  package let object: String
  /// The name of the local object's entity.
  package let entity: String
  /// The remote object's ID; `nil` if the service does not have a remote object.
  package var remoteID: String?
  /// The time when the remote object was created, in the service's unit.
  package var createdAt: Int64?
  /// The time of the last remote change that the local object contains; `nil` if it is not known.
  package var updatedAt: Int64?
  package var creatorID: String?
  package var updaterID: String?
  /// The remote object's state, as the service names it.
  package var state: String?
  /// The mark for the next push, such as `toPush`; `nil` for none.
  package var mark: String?
  /// The position of the mark among all marks that were ever set.
  package var order: Int64 = 0
  /// The remote object's fields, as they were last received.
  package var received: JSONObject = [:]
  /// The writes that were sent and whose effect on the remote object is not known.
  package var ledger = WriteLedger()

  package init(object: String, entity: String) {
    self.object = object
    self.entity = entity
  }

  /// Copies the properties of a received document, and removes all pending writes.
  mutating func apply(_ document: RemoteDocument) {
    remoteID = document.id
    createdAt = document.createdAt
    updatedAt = document.updatedAt
    creatorID = document.creatorID
    updaterID = document.updaterID
    state = document.state
    received = document.fields
    ledger.removeAll()
  }

  /// Removes the information about the remote object, which no longer exists.
  ///
  /// Pending creations whose remote object is not known stay in the ledger.
  mutating func forgetTwin() {
    (remoteID, updatedAt, state) = (nil, nil, nil)
    received = [:]
    ledger.removeAllExceptOpenCreations()
  }

  /// Whether the service may have created a remote object whose ID this device does not know.
  var isUncertain: Bool { remoteID == nil && !ledger.creations.isEmpty }

  /// Returns whether a document was changed by this device's pending writes, another client, or
  /// both.
  ///
  /// - Parameters:
  ///   - document: The remote object.
  ///   - matches: Returns whether the document has exactly the given attributes; `nil` means those
  ///     that were last received.
  /// - Returns: The relation between the document and the pending writes.
  func standing(
    of document: RemoteDocument, matches: (JSONObject?) -> Bool
  ) -> WriteLedger.Standing {
    ledger.standing(
      of: WriteLedger.Version(number: document.updatedAt, state: document.state),
      since: WriteLedger.Version(number: updatedAt, state: state), matches: matches)
  }
}

/// A remote object, as received by a pull or in the response to a push.
package struct RemoteDocument: Sendable, Equatable {
  /// The effect of a document's state on the local object.
  package enum Standing: Sendable, Hashable, CaseIterable {
    case live
    case draft
    /// The document is in the trash or deleted, but the service still lists it.
    case discarded
    /// The document has a state that this client does not know.
    case undefined
  }

  package var id: String
  package var createdAt: Int64?
  package var updatedAt: Int64
  package var creatorID: String?
  package var updaterID: String?
  package var state: String
  package var standing: Standing
  /// The document's fields, except the fields that the properties above contain.
  package var fields: JSONObject

  package init(
    id: String, createdAt: Int64?, updatedAt: Int64, creatorID: String?, updaterID: String?,
    state: String, standing: Standing, fields: JSONObject
  ) {
    self.id = id
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.creatorID = creatorID
    self.updaterID = updaterID
    self.state = state
    self.standing = standing
    self.fields = fields
  }
}
