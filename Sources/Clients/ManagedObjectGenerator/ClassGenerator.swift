import GhostlightDataModel

/// Writes the classes of a data model, with their properties, as Xcode does.
///
/// On Apple platforms the properties are `@NSManaged`; elsewhere they ask `ManagedObjects`.
public struct ClassGenerator: Sendable {
  /// Who sees the classes.
  public enum Access: String, Sendable, CaseIterable {
    /// Their module.
    case `internal`
    /// Everybody.
    case `public`
  }

  private let model: DataModel
  private let source: String
  private let access: Access

  /// A generator for the text of a model's file `contents`.
  ///
  /// - Parameters:
  ///   - contents: The text.
  ///   - source: What the file says that it was made from.
  ///   - access: Who sees the classes.
  /// - Throws: ``GeneratorError``.
  public init(contents: String, source: String, access: Access) throws(GeneratorError) {
    do throws(XMLProblem) {
      model = try DataModel(contents: contents)
    } catch {
      throw GeneratorError(reason: error.description)
    }
    self.source = source
    self.access = access
    for entity in model.entities { try Self.check(entity) }
  }

  private static func check(_ entity: DataModel.Entity) throws(GeneratorError) {
    let names =
      [className(entity)] + entity.attributes.map(\.name) + entity.relationships.map(\.name)
    for name in names where !isIdentifier(name) {
      throw GeneratorError(reason: "'\(entity.name)' has '\(name)', which is no name in Swift")
    }
  }

  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first == "_" else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The class of an entity: without its module.
  static func className(_ entity: DataModel.Entity) -> String {
    guard let name = entity.className?.split(separator: ".").last, name != "NSManagedObject" else {
      return entity.name
    }
    return String(name)
  }

  /// The source file with all classes.
  public var text: String {
    var text = SwiftText()
    text.line("// Made by managedgen from \(source): what is changed here is lost.")
    text.line()
    text.line("\(access == .public ? "public " : "")import Foundation")
    text.line("\(access == .public ? "public " : "")import ManagedObjects")
    let names = model.entities.reduce(into: [String: String]()) {
      $0[$1.name] = Self.className($1)
    }
    for entity in model.entities {
      let writer = EntityWriter(entity, names, modifier: access == .public ? "public " : "")
      text.line()
      writer.write(to: &text)
    }
    return text.text
  }
}

/// A data model of which no classes can be made.
public struct GeneratorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and where.
  public let reason: String
  /// What is wrong, and where.
  public var description: String { reason }
}

/// Lines of a source file in the making.
struct SwiftText {
  private(set) var text = ""

  mutating func line(_ line: String = "") { text += line + "\n" }
}
