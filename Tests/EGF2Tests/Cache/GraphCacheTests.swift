import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import EGF2

@Suite(.limitedConcurrency) struct `State of a graph` {
  private static let options = CacheOptions(
    types: ModelTypes(classes: ScriptedApp.types), defaultPageSize: 3)

  private static func key(_ source: String, _ edge: String) -> EdgeKey {
    EdgeKey(source: source, edge: edge)
  }

  private static func cache() -> GraphCache {
    var cache = GraphCache()
    for id in ["a-12", "b-12", "c-12", "d-12"] {
      cache.objects[id] = ["id": .string(id), "n": 1.5]
    }
    cache.edges[key("u-03", "posts")] = CachedEdge(total: 9, ids: ["c-12", "a-12", "b-12"])
    cache.edges[key("u-03", "likes")] = CachedEdge(total: 0)
    cache.edges[key("me", "posts")] = CachedEdge(total: 1, ids: ["d-12"])
    return cache
  }

  @Test func `a saved cache has the objects and the edges with their order and total`() {
    let read = GraphCache(Self.cache().json.bytes)
    #expect(read.objects == Self.cache().objects)
    #expect(read.edges == Self.cache().edges)
    #expect(
      Mirror(reflecting: read).children.map(\.label) == ["objects", "edges", "ignoredNames"])
  }

  private static let damaged: [(String, Int, Int)] = [
    (#"{"version":1,"objects":[{"id":"a"},{"n":1},2],"edges":[]}"#, 1, 0),
    (#"{"version":2,"objects":[{"id":"a"}]}"#, 0, 0), (#"{"objects":[{"id":"a"}]}"#, 0, 0),
    (#"{"version":1,"edges":[{"source":"s","edge":"e","total":0,"ids":[]}]}"#, 0, 1),
    (#"{"version":1,"edges":[{"edge":"e","total":0,"ids":[]}]}"#, 0, 0),
    (#"{"version":1,"edges":[{"source":"s","total":0,"ids":[]}]}"#, 0, 0),
    (#"{"version":1,"edges":[{"source":"s","edge":"e","ids":[]}]}"#, 0, 0),
    (#"{"version":1,"edges":[{"source":"s","edge":"e","total":0}]}"#, 0, 0),
    (#"{"version":1,"edges":[{"source":"s","edge":"e","total":-1,"ids":[]}]}"#, 0, 0),
    (#"{"version":1,"edges":[{"source":"s","edge":"e","total":9007199254740992,"ids":[]}]}"#, 0, 1),
    (#"{"version":1,"edges":[{"source":"s","edge":"e","total":9007199254740993,"ids":[]}]}"#, 0, 0),
  ]

  @Test(arguments: damaged) func `a stored cache has what can be read`(
    _ text: String, _ objects: Int, _ edges: Int
  ) {
    let cache = GraphCache(Array(text.utf8))
    #expect(cache.objects.count == objects)
    #expect(cache.edges.count == edges)
  }

  @Test(
    arguments: [
      (0, true), (9_007_199_254_740_992, true), (9_007_199_254_740_993, false), (-1, false),
    ] as [(Int64, Bool)]) func `a page has a count from zero to the largest exact number`(
      _ count: Int64, _ isPage: Bool
    )
  {
    let page = EdgePage(["results": [["id": "a"]], "count": .integer(count)])
    #expect((page != nil) == isPage)
    if isPage {
      #expect(page?.count == Int(count) && page?.objects == [["id": "a"]])
    }
  }

  private static let pages: [(String?, Int, [String]?)] = [
    (nil, -1, ["c-12", "a-12", "b-12"]), (nil, 1, ["c-12"]), (nil, 2, ["c-12", "a-12"]),
    (nil, 3, ["c-12", "a-12", "b-12"]), (nil, 4, nil), (nil, 0, []), ("c-12", 1, ["a-12"]),
    ("c-12", 2, ["a-12", "b-12"]), ("c-12", 3, nil), ("c-12", -1, nil), ("b-12", 1, nil),
    ("x-12", 1, nil), ("x-12", 0, []),
  ]

  @Test(arguments: pages) func `a page is read from the cache if all of it is listed`(
    _ after: String?, _ count: Int, _ ids: [String]?
  ) {
    let query = PageQuery(key: Self.key("u-03", "posts"), after: after, expand: [], count: count)
    let page = Self.cache().page(query, [], Self.options)
    #expect(page?.objects.compactMap { $0["id"]?.string } == ids)
    #expect(page.map(\.count) == ids.map { _ in 9 })
  }

  private static let counts: [(Int?, Bool)] = [
    (nil, true), (0, true), (2, true), (3, true), (4, false),
  ]

  @Test(arguments: counts) func `an expanded edge is cached if enough of it is listed`(
    _ count: Int?, _ isCached: Bool
  ) {
    var cache = Self.cache()
    cache.objects["u-03"] = ["id": "u-03"]
    let item = ExpandItem(name: "posts", count: count)
    #expect((cache.object("u-03", [item], Self.options) != nil) == isCached)
    cache.objects["c-12"] = nil
    #expect((cache.object("u-03", [item], Self.options) != nil) == (count == 0))
    #expect(cache.object("u-03", [ExpandItem(name: "other")], Self.options) == nil)
    #expect(cache.object("u-03", [ExpandItem(name: "likes", count: 9)], Self.options) != nil)
  }

  @Test(
    arguments: [
      (1, 2, false), (2, 2, false), (3, 2, true), (nil, 2, false), (3, nil, false),
    ] as [(Int64?, Int64?, Bool)]) func `an older change does not replace a newer object`(
      _ known: Int64?, _ other: Int64?, _ isNewer: Bool
    )
  {
    func object(_ date: Int64?) -> JSONObject {
      var object: JSONObject = ["id": "a-12"]
      object["modified_at"] = date.map { .integer($0) }
      return object
    }
    var cache = GraphCache()
    cache.objects["a-12"] = object(known)
    #expect(cache.hasNewer("a-12", than: object(other)) == isNewer)
    #expect(!cache.hasNewer("b-12", than: object(other)))
  }

  @Test func `a login forgets the edges of me, a recognised user gets them`() {
    var state = GraphState(account: Account(), cache: Self.cache())
    state.account.token = "old"
    state.account.userID = "u-03"
    state.enter("new")
    #expect(state.account.token == "new" && state.account.userID == nil)
    #expect(
      Set(state.cache.edges.keys) == [Self.key("u-03", "posts"), Self.key("u-03", "likes")])
    state.cache.edges[Self.key("me", "posts")] = CachedEdge(total: 1, ids: ["d-12"])
    state.cache.edges[Self.key("me", "files")] = CachedEdge(total: 2, ids: ["a-12"])
    state.recognize("v-03", by: "old")
    #expect(state.account.userID == nil && state.resolved("me") == "me")
    state.recognize("u-03", by: "new")
    #expect(state.resolved("me") == "u-03" && state.resolved("x-03") == "x-03")
    #expect(
      state.cache.edges == [
        Self.key("u-03", "posts"): CachedEdge(total: 9, ids: ["c-12", "a-12", "b-12"]),
        Self.key("u-03", "likes"): CachedEdge(total: 0),
        Self.key("u-03", "files"): CachedEdge(total: 2, ids: ["a-12"]),
      ])
    state.cache.forgetEdges(of: "u-03")
    #expect(state.cache.edges.isEmpty && state.cache.objects.count == 4)
  }

  @Test(arguments: [
    (#"{"token":"t","user":"u"}"#, "t", "u"), (#"{"token":"t"}"#, "t", nil),
    (#"{"user":"u"}"#, nil, nil), ("[]", nil, nil), ("{", nil, nil),
  ]) func `a stored account has a user only with a token`(
    _ text: String, _ token: String?, _ user: String?
  ) {
    let account = Account(Array(text.utf8))
    #expect(account.token == token && account.userID == user)
    #expect(Account(account.json.bytes) == account)
  }

  @Test(arguments: [
    ("a-12", "12"), ("a-b-03", "03"), ("a-1", nil), ("a-123", nil), ("12", nil), ("-12", "12"),
    ("a-", nil), ("", nil),
  ]) func `the code of a type is the two characters after the last dash`(
    _ id: String, _ code: String?
  ) {
    #expect(ModelTypes.code(of: id) == code)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z", "1970-01-01"),
      (0.0004, "1970-01-01T00:00:00.000Z", "1970-01-01"),
      (0.0006, "1970-01-01T00:00:00.001Z", "1970-01-01"),
      (-0.001, "1969-12-31T23:59:59.999Z", "1969-12-31"), (.nan, "1970-01-01T00:00:00.000Z", nil),
    ] as [(Double, String, String?)]) func `a date has milliseconds, and a day if it is finite`(
      _ seconds: Double, _ text: String, _ day: String?
    )
  {
    let date = Foundation.Date(timeIntervalSince1970: seconds)
    #expect(DateText.text(date) == text)
    #expect(DateText.day(date) == day)
    let far = Foundation.Date(timeIntervalSince1970: .infinity)
    #expect(DateText.text(far) == ISODate.format(milliseconds: 8_640_000_000_000_000))
    #expect(
      DateText.text(Foundation.Date(timeIntervalSince1970: -.infinity))
        == ISODate.format(milliseconds: -8_640_000_000_000_000))
    #expect(DateText.day(far) == nil)
  }
}
