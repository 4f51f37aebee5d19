import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import ManagedObjectsFixtureModels
import Testing

@Suite struct `Generated classes` {
  @Test(arguments: StoreKind.allCases)
  func `read and write typed properties`(_ kind: StoreKind) throws {
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
}
