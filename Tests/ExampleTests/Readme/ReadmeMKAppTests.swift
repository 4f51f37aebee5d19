import Ghostlight
import GhostlightTesting
import Testing
import mkApp

@Test(.ghostlight(.mia())) func `mkApp finds what it saved`() async throws {
  let app = MKAppInstance(environment: try TestContext.current.environment())
  try await MKAppInstance.$current.withValue(app) {
    let book = try #require(MKCollection(name: "books"))
    book.setObject("Hello", forKey: "title")
    try await book.save()
    let found = try await MIAQuery(collectionName: "books").findObjects()
    #expect(found.count == 1)
  }
}
