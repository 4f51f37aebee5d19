/// The change that a pull makes to the local object for a document.
///
/// - Source: protocol reference B11, C6 and C7.1: the tables of pulls.
package enum PullDecision: Sendable, Hashable {
  /// Creates an object with the document's fields.
  case insert
  /// Replaces the object's attributes, and removes its mark.
  case replace
  /// Deletes the object and its mark.
  case delete
  /// Leaves the object and its mark unchanged.
  case keep
  /// Does nothing, because there is no object and the document must not create one.
  case ignore

  /// Whether a document has a local object, and how the versions of the two compare.
  package enum Local: Sendable, Hashable, CaseIterable {
    /// There is no local object.
    case unknown
    /// The object has an older version, or its version is not known.
    case older
    /// The object has the document's version, or a newer one.
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

/// The position up to which earlier pulls have received a collection's changes.
package struct PullPosition: Sendable, Equatable {
  /// The time of the last received change, or the service's time if that is earlier.
  package var since: Int64
  /// The newest version from before the service's clock was set back; `nil` if the clock was never
  /// set back.
  package var newestBeforeReset: Int64?

  package init(since: Int64, newestBeforeReset: Int64? = nil) {
    self.since = since
    self.newestBeforeReset = newestBeforeReset
  }
}

/// The progress of a pull through a collection.
///
/// A version is a time of the service's clock. If that clock was set back, new versions are lower
/// than known ones. The first response of a pull shows this: its `Date` is before a known version.
/// From then on, every version from before the reset counts as older than any other version. If the
/// last received change has such a version, the pull receives the whole collection again.
package struct PullCursor: Sendable, Equatable {
  /// The maximum difference between the clocks of a service's machines, in milliseconds.
  private static let tolerance: Int64 = 60_000

  /// The time of the last received change; `nil` before the first one.
  package private(set) var since: Int64?
  /// The IDs of the received documents whose last change has exactly the time ``since``.
  package private(set) var ids: Set<String> = []
  private var newestBeforeReset: Int64?
  /// The service's time when this pull started; `nil` if its responses do not contain a `Date`.
  private var serviceTime: Int64?
  /// Whether this pull receives the whole collection again, because the service's clock was set
  /// back.
  private var isRepeated = false

  package init(_ position: PullPosition?) {
    since = position?.since
    newestBeforeReset = position?.newestBeforeReset
  }

  /// Detects from the first response whether the service's clock was set back.
  ///
  /// - Parameters:
  ///   - serviceTime: The service's time; `nil` if the response does not contain it.
  ///   - newest: The newest version of any object on this device, including versions that the
  ///     device has written itself; `nil` if there is none.
  /// - Returns: Whether the pull has to start again from the beginning of the collection.
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

  /// Returns whether a document is newer than the version of it that this device knows.
  package func isNewer(_ document: RemoteDocument, than known: Int64?) -> Bool {
    guard let known, document.updatedAt <= known else { return true }
    // A known version from before the reset of the clock counts as older than any other version.
    return document.updatedAt != known && known <= newestBeforeReset ?? .min
  }

  /// Returns the position to store together with a page; `nil` if the stored position remains
  /// valid.
  ///
  /// A pull that receives the whole collection again stores its position only at the end. If the
  /// process ends earlier, the next pull receives the whole collection too.
  package func position(isLast: Bool) -> PullPosition? {
    guard isLast || !isRepeated else { return nil }
    guard let since = since ?? (isRepeated ? serviceTime : nil) else { return nil }
    guard let serviceTime, isAhead(since) else {
      return PullPosition(since: since, newestBeforeReset: newestBeforeReset)
    }
    return PullPosition(
      since: serviceTime, newestBeforeReset: max(since, newestBeforeReset ?? .min))
  }

  /// Moves the cursor past `documents`, which must be in the order of their last change.
  ///
  /// - Returns: Whether this pull receives at least one of the documents for the first time.
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

/// The documents of one response to a pull.
package struct PullPage: Sendable {
  package var documents: [RemoteDocument]
  /// Whether the collection has no more changes after these documents.
  package var isLast: Bool
  /// The response's `Date`, in milliseconds since 1970; `nil` if the response does not have one.
  package var serviceTime: Int64?

  package init(documents: [RemoteDocument], isLast: Bool, serviceTime: Int64?) {
    self.documents = documents
    self.isLast = isLast
    self.serviceTime = serviceTime
  }
}
