package import GhostlightCore
package import GhostlightLedger

/// The information about an object's twin at the service, and the mark that the app has set.
package struct SyncRecord: Sendable, Equatable {
  /// The URI of the object's permanent ID.
  package let object: String
  /// The name of the object's entity.
  package let entity: String
  /// The twin's ID; `nil` if the service does not have a twin.
  package var remoteID: String?
  /// The time when the twin was created, in the service's unit.
  package var createdAt: Int64?
  /// The time of the twin's last change that the object contains; `nil` if it may not contain any.
  package var updatedAt: Int64?
  package var creatorID: String?
  package var updaterID: String?
  /// The twin's state, in the service's words.
  package var state: String?
  /// The mark for the next push, in the sync's own words; `nil` for none.
  package var mark: String?
  /// The position among all marks that were ever set.
  package var order: Int64 = 0
  /// The fields that were received last.
  package var received: JSONObject = [:]
  /// The writes that were sent and whose effect on the twin is not known.
  package var ledger = WriteLedger()

  package init(object: String, entity: String) {
    self.object = object
    self.entity = entity
  }

  /// Copies the properties of a document, and settles all writes.
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

  /// Removes the twin, which no longer exists.
  ///
  /// Creations that were sent since then stay in the ledger.
  mutating func forgetTwin() {
    (remoteID, updatedAt, state) = (nil, nil, nil)
    received = [:]
    ledger.keepOpenCreations()
  }

  /// Whether the service may have a twin whose ID is not known here.
  var isUncertain: Bool { remoteID == nil && !ledger.creations.isEmpty }

  /// Returns how a document relates to the writes that this device has sent for the object.
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

/// A document in a page of a pull, or in the response to a push.
package struct RemoteDocument: Sendable, Equatable {
  /// The effect of a document's state on its local twin.
  package enum Standing: Sendable, Hashable, CaseIterable {
    case live
    case draft
    /// In the trash or deleted, but still listed.
    case discarded
    /// In an unknown state.
    case undefined
  }

  package var id: String
  package var createdAt: Int64?
  package var updatedAt: Int64
  package var creatorID: String?
  package var updaterID: String?
  package var state: String
  package var standing: Standing
  /// All fields except those above.
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
