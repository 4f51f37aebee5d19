/// What a pull does with a document.
///
/// - Source: protocol reference B11, C6 and C7.1: the tables of pulls.
package enum PullDecision: Sendable, Hashable {
  /// Make an object.
  case insert
  /// Replace the object's attributes, and drop its mark.
  case replace
  /// Delete the object, with its mark.
  case delete
  /// Leave the object, and its mark.
  case keep
  /// There is no object, and none is made.
  case ignore

  /// What is there of the document here.
  package enum Local: Sendable, Hashable, CaseIterable {
    case unknown
    /// An object with an older version, or with none that is known.
    case older
    /// An object with this version, or a newer one.
    case current
  }

  package init(_ standing: RemoteDocument.Standing, _ local: Local, keepsDrafts: Bool) {
    let isKept = standing == .live || standing == .draft && keepsDrafts
    self =
      switch (local, standing) {
      case (.unknown, _): isKept ? .insert : .ignore
      case (.current, _), (.older, .undefined): .keep
      case (.older, _): isKept ? .replace : .delete
      }
  }
}

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
