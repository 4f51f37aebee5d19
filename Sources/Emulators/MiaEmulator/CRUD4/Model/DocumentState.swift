import GhostlightCore
import GhostlightEmulation

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

  /// The words of a list with commas between them, one of which at least has a state in it (A5).
  ///
  /// - Throws: ``Fault/crudValidation`` with the place.
  static func words(_ list: String, at place: String) throws(Fault) -> [String] {
    guard allCases.contains(where: { list.contains($0.rawValue) }) else {
      let states = allCases.map(\.rawValue).joined(separator: "|")
      throw .validation("\(place) must match pattern \"(\(states))\"")
    }
    return list.split(separator: ",").map(String.init)
  }
}
