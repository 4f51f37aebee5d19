package import GhostlightCore
package import GhostlightLedger

/// What is known of an object's twin at the service, and what the app wants done to it.
package struct SyncRecord: Sendable, Equatable {
  /// The URI of the object's permanent id.
  package let object: String
  /// The name of the object's entity.
  package let entity: String
  /// The twin's id; `nil` where the service has none.
  package var remoteID: String?
  /// When the twin was created, in the service's unit.
  package var createdAt: Int64?
  /// The twin's last change that the object has; `nil` where it may have none of it.
  package var updatedAt: Int64?
  package var creatorID: String?
  package var updaterID: String?
  /// The twin's state in the service's words.
  package var state: String?
  /// What the next push does, in the synchronisation's words; `nil` for nothing.
  package var mark: String?
  /// The place among all marks that were ever set.
  package var order: Int64 = 0
  /// The fields that were received last.
  package var received: JSONObject = [:]
  /// The writes that were sent and whose effect on the twin is not known.
  package var ledger = WriteLedger()

  package init(object: String, entity: String) {
    self.object = object
    self.entity = entity
  }

  /// Takes over what a document says of itself.
  mutating func take(_ document: RemoteDocument) {
    remoteID = document.id
    createdAt = document.createdAt
    updatedAt = document.updatedAt
    creatorID = document.creatorID
    updaterID = document.updaterID
    state = document.state
    received = document.fields
    ledger.removeAll()
  }

  /// Removes the twin, which no longer exists; creations that were sent since are kept.
  mutating func forgetTwin() {
    (remoteID, updatedAt, state) = (nil, nil, nil)
    received = [:]
    ledger.keepOpenCreations()
  }

  /// Whether the service may have a twin whose id is not known here.
  var isUncertain: Bool { remoteID == nil && !ledger.creations.isEmpty }

  /// Returns the relation of a document to what this device has sent of the object.
  ///
  /// - Parameters:
  ///   - document: The twin.
  ///   - matches: Returns whether the document has exactly these attributes; `nil` means those that
  ///     were received last.
  /// - Returns: The relation.
  func standing(
    of document: RemoteDocument, matches: (JSONObject?) -> Bool
  ) -> WriteLedger.Standing {
    ledger.standing(
      of: WriteLedger.Version(number: document.updatedAt, state: document.state),
      since: WriteLedger.Version(number: updatedAt, state: state), matches: matches)
  }
}

/// A document as a pull, or the answer to a push, shows it.
package struct RemoteDocument: Sendable, Equatable {
  /// What a document's state asks of its local twin.
  package enum Standing: Sendable, Hashable, CaseIterable {
    case live
    case draft
    /// Thrown away or deleted, yet shown.
    case discarded
    /// In a state that nothing is said about.
    case undefined
  }

  package var id: String
  package var createdAt: Int64?
  package var updatedAt: Int64
  package var creatorID: String?
  package var updaterID: String?
  package var state: String
  package var standing: Standing
  /// All fields but those above.
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
