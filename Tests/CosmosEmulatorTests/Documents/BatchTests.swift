import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of batches, and of the changes that readers see (B5, B17, B18).
@Suite struct `Transactional batches of Cosmos DB` {
  static let feed = CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"])

  /// Creates an account whose last write is a batch of three documents.
  static func account() -> CosmosAccount {
    var account = CosmosAccount.shop()
    account.send(
      CosmosAccount.goods(
        .post,
        body: .array(
          ["a", "b", "c"].map { id in
            [
              "operationType": "Create",
              "resourceBody": ["id": .string(id), "kind": "light", "code": .string(id)],
            ]
          }), [.msBatchRequest: "True"]))
    return account
  }

  /// Returns the ids on a page of the change feed, and the position after the page.
  private func read(
    _ account: inout CosmosAccount, behind position: String?, size: String = "-1"
  ) throws -> (ids: [String], position: String) {
    var request = Self.feed
    request.headers[.ifNoneMatch] = position
    request.headers[.msMaxItems] = size
    let response = account.send(request)
    let documents = response.json?["Documents"]?.array ?? []
    #expect(response.status == (documents.isEmpty ? .notModified : .ok))
    return (
      documents.compactMap { $0["id"]?.string }, try #require(response.headers[.eTag])
    )
  }

  @Test func `a batch is one write, and all of its documents have its number`() {
    var account = Self.account()
    let response = account.send(Self.feed)
    #expect(response.json?["Documents"]?.array?.map { $0["_lsn"] } == [2, 3, 3, 3])
    #expect(response.headers[.eTag] == "\"3\"")
    #expect(response.headers[.msLSN] == "3")
    #expect(response.headers[.msSessionToken] == "0:-1#3")
  }

  @Test func `a change feed from now on starts after the last batch`() throws {
    var account = Self.account()
    let now = try read(&account, behind: "*")
    #expect(now == ([], "\"3\""))
  }

  @Test func `a reader of the change feed continues after a batch`() throws {
    var account = Self.account()
    let first = try read(&account, behind: nil)
    #expect(first.ids == ["lamp", "a", "b", "c"])
    account.send(CosmosAccount.goods(.post, body: ["id": "d", "kind": "light", "code": 4]))
    let second = try read(&account, behind: first.position)
    #expect(second == (["d"], "\"4\""))
  }

  @Test func `a page of the change feed does not end within a batch`() throws {
    var account = Self.account()
    account.send(CosmosAccount.goods(.post, body: ["id": "d", "kind": "light", "code": 4]))
    var position: String?
    var pages: [[String]] = []
    for _ in 0..<4 {
      let page = try read(&account, behind: position, size: "1")
      pages.append(page.ids)
      position = page.position
    }
    #expect(pages == [["lamp"], ["a", "b", "c"], ["d"], []])
  }
}
