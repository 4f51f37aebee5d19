/// How far the pull of a collection is.
package struct PullCursor: Sendable, Equatable {
  /// The last change that was received; `nil` where none was.
  package private(set) var since: Int64?
  /// The documents with exactly that time that this pull has received, by their ids.
  package private(set) var ids: Set<String> = []

  package init(since: Int64?) { self.since = since }

  /// Moves on behind documents, which come by their last change.
  ///
  /// - Returns: Whether any of them was new to this pull.
  package mutating func advance(over documents: [RemoteDocument]) -> Bool {
    var isNew = false
    for document in documents {
      if document.updatedAt == since {
        isNew = ids.insert(document.id).inserted || isNew
      } else if document.updatedAt > since ?? .min {
        since = document.updatedAt
        ids = [document.id]
        isNew = true
      }
    }
    return isNew
  }
}

/// Documents as one answer brings them.
package struct PullPage: Sendable {
  package var documents: [RemoteDocument]
  /// Whether there are no more.
  package var isLast: Bool

  package init(documents: [RemoteDocument], isLast: Bool) {
    self.documents = documents
    self.isLast = isLast
  }
}
