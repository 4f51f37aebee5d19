/// The decision of a pull about a document.
///
/// - Source: protocol reference B11, C6 and C7.1: the tables of pulls.
package enum PullDecision: Sendable, Hashable {
  /// Creates an object.
  case insert
  /// Replaces the object's attributes, and removes its mark.
  case replace
  /// Deletes the object and its mark.
  case delete
  /// The object and its mark stay unchanged.
  case keep
  /// There is no object, and the pull does not create one.
  case ignore

  /// This device's version of the document.
  package enum Local: Sendable, Hashable, CaseIterable {
    case unknown
    /// An object with an older version, or without a known version.
    case older
    /// An object with this version, or with a newer one.
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

/// The progress of a collection's pull.
package struct PullCursor: Sendable, Equatable {
  /// The time of the last change that was received; `nil` before the first.
  package private(set) var since: Int64?
  /// The IDs of the documents with exactly that time that this pull has received.
  package private(set) var ids: Set<String> = []

  package init(since: Int64?) { self.since = since }

  /// Moves the cursor after documents, which must be in the order of their last change.
  ///
  /// - Returns: Whether one of them was new to this pull.
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

/// The documents of one response.
package struct PullPage: Sendable {
  package var documents: [RemoteDocument]
  /// Whether there are no more documents after these.
  package var isLast: Bool

  package init(documents: [RemoteDocument], isLast: Bool) {
    self.documents = documents
    self.isLast = isLast
  }
}
