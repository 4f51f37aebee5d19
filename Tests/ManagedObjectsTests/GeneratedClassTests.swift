import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import ManagedObjectsFixtureModels
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Generated classes` {
  @Test(arguments: StoreKind.allCases)
  func `a generated class has typed properties`(_ kind: StoreKind) throws {
    let space = try Workspace(kind, model: try #require(ShopModel.load()))
    let shop = Shop(context: space.context)
    shop.name = "Corner"
    let article = Article(context: space.context)
    #expect(article.count == 1)
    article.name = "Nut"
    article.count = 7
    article.price = 2.5
    article.weight = 1.25
    article.sold = true
    article.made = Date(timeIntervalSinceReferenceDate: 9)
    article.tags = ["a", "b"]
    article.shop = shop
    let shelves = ["x", "y", "z"].map { text in
      let shelf = Shelf(context: space.context)
      shelf.text = text
      return shelf
    }
    for shelf in shelves { shop.addToShelves(shelf) }
    shop.removeFromShelves(at: 1)
    shop.insertIntoShelves(shelves[1], at: 0)
    #expect(shop.articles == NSSet(array: [article]))
    try space.context.save()

    let context = space.newContext()
    let request: NSFetchRequest<Article> = Article.fetchRequest()
    request.predicate = NSPredicate(format: "shop.name == %@", "Corner")
    let found = try #require(try context.fetch(request).first)
    #expect(found.name == "Nut")
    #expect(found.count == 7)
    #expect(found.price == 2.5)
    #expect(found.weight == 1.25)
    #expect(found.sold)
    #expect(found.made == Date(timeIntervalSinceReferenceDate: 9))
    #expect(found.key == nil)
    #expect(found.tags as? [String] == ["a", "b"])
    #expect(found.shop?.name == "Corner")
    #expect(found.shop?.ordered("shelves") == ["y", "x", "z"])
    found.shop?.removeFromArticles(found)
    #expect(found.shop == nil)
    #expect(Article.entity().name == "Article")
  }

  @Test(arguments: StoreKind.allCases)
  func `objects are inserted, removed and replaced at indexes of an ordered relationship`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind, model: try #require(ShopModel.load()))
    let shop = Shop(context: space.context)
    let shelves = "abcdef".map { letter in
      let shelf = Shelf(context: space.context)
      shelf.text = String(letter)
      return shelf
    }
    shop.addToShelves(NSOrderedSet(array: Array(shelves[..<3])))
    shop.insertIntoShelves([shelves[3], shelves[4]], at: NSIndexSet(indexSet: [1, 3]))
    #expect(shop.ordered("shelves") == ["a", "d", "b", "e", "c"])
    shop.removeFromShelves(at: NSIndexSet(indexSet: [0, 4]))
    #expect(shop.ordered("shelves") == ["d", "b", "e"])
    shop.replaceShelves(at: NSIndexSet(indexSet: [0, 2]), with: [shelves[5], shelves[0]])
    #expect(shop.ordered("shelves") == ["f", "b", "a"])
    try space.context.save()
    let found = try #require(try space.newContext().fetch(Shop.fetchRequest()).first)
    #expect(found.ordered("shelves") == ["f", "b", "a"])
  }

  @Test func `a date can be a scalar number, and names that are keywords are in backticks`() throws
  {
    let space = try Workspace(.sqlite, model: try #require(ShopModel.load()))
    let article = Article(context: space.context)
    #expect(article.seen == 0)
    article.seen = 12.5
    #expect(article.value(forKey: "seen") as? Date == Date(timeIntervalSinceReferenceDate: 12.5))
    article.default = "x"
    article.words = ["a", "b"]
    article.rating = 3
    let label = Label(context: space.context)
    let plain = space.insert("Plain", ["text": "p"])
    label.größe = "L"
    label.in = plain
    label.addToRepeat(plain)
    try space.context.save()
    let context = space.newContext()
    let found = try #require(try context.fetch(Article.fetchRequest()).first)
    #expect(found.seen == 12.5)
    #expect(found.default == "x")
    #expect(found.words == ["a", "b"])
    #expect(found.rating == 3)
    let other = try #require(try context.fetch(Label.fetchRequest()).first)
    #expect(other.größe == "L")
    #expect(other.in?.text("text") == "p")
    #expect(other.repeat?.count == 1)
  }
}
