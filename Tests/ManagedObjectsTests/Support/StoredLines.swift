import Foundation
import ManagedObjects

extension NSManagedObject {
  /// The entity, all values, and the entities and names of all related objects.
  ///
  /// The objects of unordered relationships are in the order of their names.
  var parts: [String] {
    let values = entity.attributesByName.keys.sorted().compactMap { key in
      value(forKey: key).map { "\(key)=\($0)" }
    }
    let related = entity.relationshipsByName.sorted { $0.key < $1.key }
      .compactMap { key, relationship -> String? in
        let objects = objectIDs(forRelationshipNamed: key)
          .compactMap { managedObjectContext?.object(with: $0).title }
        guard !objects.isEmpty else { return nil }
        let shown = relationship.isOrdered ? objects : objects.sorted()
        return "\(key)=[\(shown.joined(separator: " "))]"
      }
    return [entity.name ?? ""] + values + related
  }

  /// The parts of the object, separated by spaces.
  var line: String { parts.joined(separator: " ") }

  private var title: String { "\(entity.name ?? "").\(value(forKey: "name") ?? "")" }
}

extension NSManagedObjectID {
  /// The name of the entity and the last part of the URI, such as `Cat.p1`.
  var short: String { "\(entity.name ?? "").\(uriRepresentation().lastPathComponent)" }
}

extension NSManagedObjectContext {
  /// Returns all objects of concrete entities, by entity and then in the order of their IDs.
  func everything() throws -> [NSManagedObject] {
    let model = persistentStoreCoordinator?.managedObjectModel
    return try (model?.entities ?? []).filter { !$0.isAbstract }
      .sorted { ($0.name ?? "") < ($1.name ?? "") }
      .flatMap { entity in
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.includesSubentities = false
        return try fetch(request)
      }
  }

  func lines() throws -> [String] { try everything().map(\.line).sorted() }

  func ids() throws -> [String] { try everything().map(\.objectID.short) }
}

/// Returns an error as text: its domain, its code, and its user info with sorted keys.
func text(_ error: NSError?) -> String {
  guard let error else { return "no error" }
  let info = error.userInfo.keys.sorted().map { key in
    "\(key): \(infoText(error.userInfo[key]))"
  }
  return (["\(error.domain) \(error.code)"] + info).joined(separator: "\n")
}

private func infoText(_ value: Any?) -> String {
  switch value {
  case let object as NSManagedObject: object.objectID.short
  case let objects as [NSManagedObject]: "\(objects.map(\.objectID.short))"
  case let errors as [NSError]: "\(errors.map(text))"
  case let stores as [NSPersistentStore]: "\(stores.map(\.type))"
  case let value?: "\(value)"
  case nil: "nil"
  }
}

/// Returns the error that a closure throws.
func failure(_ work: () throws -> Void) -> NSError? {
  do { try work() } catch { return error as NSError }
  return nil
}

extension UUID {
  static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
