import GhostlightCore

/// What state a document is in (A13).
enum DocumentState: String, Sendable, Hashable, CaseIterable {
  case published = "PUBLIC"
  case draft = "DRAFT"
  case trash = "TRASH"
  case deleted = "DELETED"

  /// The states that this one can be reached from.
  var origins: [DocumentState] {
    switch self {
    case .published: [.draft]
    case .draft: [.published, .trash]
    case .trash: [.published, .draft, .deleted]
    case .deleted: [.trash]
    }
  }

  /// The four words, as a schema has them.
  static let schema: ValueSchema = {
    var schema = ValueSchema(.string)
    schema.choices = allCases.map { .string($0.rawValue) }
    return schema
  }()
}
