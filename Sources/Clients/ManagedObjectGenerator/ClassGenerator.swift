import GhostlightDataModel
package import GhostlightGeneration

/// Generates Swift source for the classes of a data model and their properties, as Xcode does.
///
/// On Apple platforms, the properties are `@NSManaged`. On other platforms, they call methods of
/// `ManagedObjects`. Entities whose class is `NSManagedObject` itself do not get a class.
package struct ClassGenerator: Sendable {
  private let model: DataModel
  private let source: String
  private let access: GeneratedAccess

  /// Parses a data model.
  ///
  /// - Parameters:
  ///   - contents: The XML of the file `contents` in the model's current version.
  ///   - source: The name of the model, which the notice in the generated file shows.
  ///   - access: The access level of the generated declarations.
  /// - Throws: ``GeneratorError`` if the model cannot be parsed, or if Swift does not allow its
  ///   names.
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

  /// Returns the name of an entity's class without its module, or `nil` for `NSManagedObject`
  /// itself.
  static func className(_ entity: DataModel.Entity) -> String? {
    guard let name = entity.className?.split(separator: ".").last, name != "NSManagedObject" else {
      return nil
    }
    return String(name)
  }

  /// The generated source file with all classes.
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

/// The error for a data model for which classes cannot be generated.
package struct GeneratorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message with the problem and the name of the entity or property.
  package let reason: String
  package var description: String { reason }
}
