import GhostlightDataModel
package import GhostlightGeneration

/// Generates the classes of a data model, with their properties, as Xcode does.
///
/// On Apple platforms the properties are `@NSManaged`. On other platforms they call methods of
/// `ManagedObjects`. No class is generated for entities whose class is `NSManagedObject` itself.
package struct ClassGenerator: Sendable {
  private let model: DataModel
  private let source: String
  private let access: GeneratedAccess

  /// Creates a generator for the text of a model's file `contents`.
  ///
  /// - Parameters:
  ///   - contents: The text of the file.
  ///   - source: The name of the model, for the notice in the generated file.
  ///   - access: The access level of the classes.
  /// - Throws: ``GeneratorError`` if the model cannot be read or used.
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

  /// Returns the class name of an entity without its module, or `nil` if it is `NSManagedObject`
  /// itself.
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

/// A data model for which classes cannot be generated.
package struct GeneratorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the problem, with the entity or property.
  package let reason: String
  /// The same text as ``reason``.
  package var description: String { reason }
}
