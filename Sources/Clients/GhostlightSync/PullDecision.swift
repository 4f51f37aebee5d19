/// What a pull does with a document.
///
/// - Source: protocol reference B.11, C.6 and C.7.1: the tables of pulls.
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
