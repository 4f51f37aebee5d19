public import Foundation

/// Why a synchronisation could not do something that no service refused.
public enum SyncProblem: Error, Sendable, Hashable {
  /// The context's model has no entity for a class, by its name.
  case noEntity(String)
  /// The context has no store to keep objects in.
  case noStore
  /// What is known of the objects' remote twins can be neither read nor written.
  case recordsUnavailable(String)
  /// A document cannot become an object: the entity, the document's id, what is wrong.
  case unfitDocument(entity: String, id: String, reason: String)
  /// An object cannot be sent: the entity, the attribute, what is wrong.
  case unfitValue(entity: String, attribute: String, reason: String)
  /// The answer is not what a service of this kind sends.
  case unexpectedAnswer(String)
}

extension SyncProblem: CustomStringConvertible, LocalizedError {
  /// What is wrong, and what to do where it is the app's part.
  public var description: String {
    switch self {
    case .noEntity(let name):
      "The model has no entity \(name); name entity, class and collection alike."
    case .noStore: "The context has no persistent store; add one to its coordinator first."
    case .recordsUnavailable(let reason): "The synchronisation's own records fail: \(reason)"
    case .unfitDocument(let entity, let id, let reason):
      "The document \(id) does not fit the entity \(entity): \(reason)"
    case .unfitValue(let entity, let attribute, let reason):
      "\(entity).\(attribute) cannot be sent: \(reason)"
    case .unexpectedAnswer(let reason): "The service's answer lacks what it should say: \(reason)"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
