import GhostlightDataModel
package import GhostlightGeneration

/// Writes the classes of a data model, with their properties, as Xcode does.
///
/// On Apple platforms the properties are `@NSManaged`; elsewhere they ask `ManagedObjects`. Entities
/// whose class is `NSManagedObject` itself have none written.
package struct ClassGenerator: Sendable {
  private let model: DataModel
  private let source: String
  private let access: GeneratedAccess

  /// A generator for the text of a model's file `contents`.
  ///
  /// - Parameters:
  ///   - contents: The text.
  ///   - source: What the file says that it was made from.
  ///   - access: Who sees the classes.
  /// - Throws: ``GeneratorError``.
  package init(
    contents: String, source: String, access: GeneratedAccess
  ) throws(GeneratorError) {
    do throws(XMLError) {
      model = try DataModel(contents: contents)
    } catch {
      throw GeneratorError(reason: error.description)
    }
    self.source = source
    self.access = access
    try ModelCheck(model).run()
  }

  /// The class of an entity, without its module; nothing where it is `NSManagedObject` itself.
  static func className(_ entity: DataModel.Entity) -> String? {
    guard let name = entity.className?.split(separator: ".").last, name != "NSManagedObject" else {
      return nil
    }
    return String(name)
  }

  /// The source file with all classes.
  package var text: String {
    var text = SourceText()
    text.notice("managedgen", from: source)
    text.line("\(access.modifier)import Foundation")
    text.line("\(access.modifier)import ManagedObjects")
    let names = model.entities.reduce(into: [String: String]()) {
      $0[$1.name] = Self.className($1)
    }
    for entity in model.entities {
      guard let writer = EntityWriter(entity, names, modifier: access.modifier) else { continue }
      text.line()
      writer.write(to: &text)
    }
    return text.text
  }
}

/// A data model of which no classes can be made.
package struct GeneratorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and where.
  package let reason: String
  /// What is wrong, and where.
  package var description: String { reason }
}
