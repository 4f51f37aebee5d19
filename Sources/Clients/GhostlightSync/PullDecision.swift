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

/// The position up to which earlier pulls have received a collection.
package struct PullPosition: Sendable, Equatable {
  /// The last change that was received, or the service's time if the change has a later one.
  package var since: Int64
  /// The newest version from before the service's clock was set back; `nil` if it never was.
  package var newestBeforeReset: Int64?

  package init(since: Int64, newestBeforeReset: Int64? = nil) {
    self.since = since
    self.newestBeforeReset = newestBeforeReset
  }
}

/// The progress of a collection's pull.
///
/// Versions are times of the service. If its clock was set back, new versions are lower than known
/// ones. The first response of a pull shows it: its `Date` is before a known version. From then on,
/// each of the versions from before counts as older than any other version. If the last change that
/// was received is one of them, the pull receives the whole collection.
package struct PullCursor: Sendable, Equatable {
  /// The difference, in milliseconds, that clocks of one service may have.
  private static let tolerance: Int64 = 60_000

  /// The time of the last change that was received; `nil` before the first.
  package private(set) var since: Int64?
  /// The IDs of the documents with exactly that time that this pull has received.
  package private(set) var ids: Set<String> = []
  private var newestBeforeReset: Int64?
  /// The service's time when this pull began; `nil` if its responses do not have it.
  private var serviceTime: Int64?
  /// Whether this pull receives the whole collection because the service's clock was set back.
  private var isRepeated = false

  package init(_ position: PullPosition?) {
    since = position?.since
    newestBeforeReset = position?.newestBeforeReset
  }

  /// Compares the known versions with the service's time in the first response.
  ///
  /// - Parameters:
  ///   - serviceTime: The service's time; `nil` if the response does not have it.
  ///   - newest: The newest version of an object here, which this device may have written.
  /// - Returns: Whether the pull starts from the beginning.
  package mutating func begin(at serviceTime: Int64?, newest: Int64?) -> Bool {
    self.serviceTime = serviceTime
    let known = max(since ?? .min, newest ?? .min)
    guard isAhead(known) else { return false }
    newestBeforeReset = max(known, newestBeforeReset ?? .min)
    guard let since, isAhead(since) else { return false }
    isRepeated = true
    self.since = nil
    return true
  }

  private func isAhead(_ time: Int64) -> Bool {
    serviceTime.map { $0 + Self.tolerance < time } ?? false
  }

  /// Returns whether a document differs from a known version that is older.
  package func isNewer(_ document: RemoteDocument, than known: Int64?) -> Bool {
    guard let known, document.updatedAt <= known else { return true }
    // Versions from before and after the clock was set back have no order.
    return document.updatedAt != known && known <= newestBeforeReset ?? .min
  }

  /// Returns the position to store with a page; `nil` if the stored one is still valid.
  ///
  /// A pull that starts from the beginning stores its position at the end: a process that dies
  /// before starts from the beginning again.
  package func position(isLast: Bool) -> PullPosition? {
    guard isLast || !isRepeated else { return nil }
    guard let since = since ?? (isRepeated ? serviceTime : nil) else { return nil }
    guard let serviceTime, isAhead(since) else {
      return PullPosition(since: since, newestBeforeReset: newestBeforeReset)
    }
    return PullPosition(
      since: serviceTime, newestBeforeReset: max(since, newestBeforeReset ?? .min))
  }

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
  /// The `Date` of the response, in milliseconds since 1970; `nil` if it has none.
  package var serviceTime: Int64?

  package init(documents: [RemoteDocument], isLast: Bool, serviceTime: Int64?) {
    self.documents = documents
    self.isLast = isLast
    self.serviceTime = serviceTime
  }
}
