import TestSupport
import Testing

@testable import EGF2

@Suite(.limitedConcurrency) struct `The cached list of an edge` {
  private static func edge(_ ids: String, total: Int) -> CachedEdge {
    CachedEdge(total: total, ids: ids.map(String.init))
  }

  /// First pages and their effect on a cached list.
  ///
  /// Each row has the list, its total, the page, the page's total, and whether the app refreshed
  /// the edge, followed by the resulting list and total.
  static let firstPages: [(String, Int, String, Int, Bool, String, Int)] = [
    ("", 0, "ab", 5, false, "ab", 5),
    ("abcd", 5, "ab", 5, false, "abcd", 5),
    ("ab", 5, "abc", 5, false, "abc", 5),
    ("abcd", 5, "xa", 6, false, "xa", 6),
    ("abcd", 5, "ab", 4, false, "ab", 4),
    ("abcd", 5, "ba", 5, false, "ba", 5),
    ("abcd", 5, "ab", 5, true, "ab", 5),
    ("abcd", 5, "", 5, true, "abcd", 5),
    ("abcd", 5, "", 7, false, "abcd", 7),
    ("abcd", 5, "", 0, false, "", 0),
    ("", 3, "aab", 3, false, "ab", 3),
  ]

  @Test(arguments: firstPages)
  func `a first page leaves, continues or replaces the cached list of an edge`(
    _ row: (
      list: String, total: Int, page: String, newTotal: Int, isManual: Bool, after: String,
      totalAfter: Int
    )
  ) {
    var edge = Self.edge(row.list, total: row.total)
    edge.storeFirstPage(row.page.map(String.init), total: row.newTotal, isManual: row.isManual)
    #expect(edge == Self.edge(row.after, total: row.totalAfter))
  }

  /// Later pages: the list, the page, the object before the page, and the resulting list.
  static let laterPages: [(String, String, String, String)] = [
    ("ab", "cd", "b", "abcd"), ("abcd", "cde", "b", "abcde"), ("abcd", "cxy", "b", "abcxy"),
    ("abcd", "xy", "b", "abxy"), ("abcd", "", "b", "abcd"), ("abcd", "ax", "d", "ax"),
    ("abcd", "xy", "z", "abcd"), ("ab", "cac", "b", "abc"),
  ]

  @Test(arguments: laterPages)
  func `a later page continues the cached list without gaps or repetitions`(
    _ row: (list: String, page: String, after: String, listAfter: String)
  ) {
    var edge = Self.edge(row.list, total: 9)
    edge.storePage(row.page.map(String.init), after: row.after, total: 10)
    #expect(edge == Self.edge(row.listAfter, total: row.after == "z" ? 9 : 10))
  }

  @Test func `own links change the cached list and the total of an edge`() {
    var edge = Self.edge("ab", total: 5)
    edge.insert("x")
    #expect(edge == Self.edge("xab", total: 6))
    edge.insert("a")
    #expect(edge == Self.edge("xab", total: 6))
    edge.remove("a")
    #expect(edge == Self.edge("xb", total: 5))
    edge.remove("unlisted")
    #expect(edge == Self.edge("xb", total: 4))
    edge = Self.edge("", total: 0)
    edge.remove("a")
    #expect(edge == Self.edge("", total: 0))
    #expect(edge.isWhole)
  }

  @Test func `pages in any order never repeat an object in the cached list`() {
    var numbers = SeededNumbers(seed: 21)
    var edge = Self.edge("", total: 0)
    for _ in 0..<2000 {
      let ids = (0..<Int(numbers.next() % 6)).map { _ in String(numbers.next() % 12) }
      switch numbers.next() % 4 {
      case 0: edge.storeFirstPage(ids, total: 12, isManual: numbers.next() % 2 == 0)
      case 1: edge.storePage(ids, after: edge.ids.randomElement(using: &numbers) ?? "", total: 12)
      case 2: edge.insert(String(numbers.next() % 12))
      default: edge.remove(String(numbers.next() % 12))
      }
      #expect(Set(edge.ids).count == edge.ids.count)
      #expect(edge.ids.allSatisfy { edge.contains($0) })
    }
  }
}
