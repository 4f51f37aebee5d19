import Foundation
import GhostlightCore
import MIASync
import ManagedObjects
import TestSupport
import Testing
import mkApp

/// The entity of the guide's news.
private final class News: NSManagedObject {}
/// The entity of the guide's authors.
private final class Author: NSManagedObject {}

/// Runs the sample under the guide's heading "MIASync Framwerork" with a model that is built in
/// code.
@Suite(.limitedConcurrency) struct `The guide on MIASync` {
  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    let classes: [(NSManagedObject.Type, [String])] = [
      (News.self, ["title", "text"]), (Author.self, ["name"]),
    ]
    model.entities = classes.map { type, names in
      let entity = NSEntityDescription()
      entity.name = String(describing: type)
      entity.properties = names.map { name in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = .stringAttributeType
        return attribute
      }
      return entity
    }
    return model
  }

  @Test func `a sync loads the collections of the classes`() async throws {
    let app = MKAppGuideApp()
    try app.setUp(
      "item exists", ["collection": "News", "item": ["title": "Ghost light", "text": "It burns."]])
    try app.setUp("item exists", ["collection": "Author", "item": ["name": "Verga"]])
    let managedObjectModel = Self.model()
    let miaSyncro = try #require(
      app.run { MIASyncro(managedObjectModel: managedObjectModel) })
    let error = await withCheckedContinuation { continuation in
      miaSyncro.sync([News.self, Author.self]) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    let context = miaSyncro.managedObjectContext
    let texts = try await context.perform {
      let news = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "News"))
      let authors = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author"))
      return news.map { $0.value(forKey: "text") as? String }
        + authors.map { $0.value(forKey: "name") as? String }
    }
    #expect(texts == ["It burns.", "Verga"])
  }
}
