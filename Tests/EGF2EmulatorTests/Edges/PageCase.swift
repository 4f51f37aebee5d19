import GhostlightCore
import Testing

@testable import EGF2Emulator

/// The query for a page of an edge with five links, with the expected results, count, and first and
/// last cursor.
struct PageCase: Sendable, CustomTestStringConvertible {
  let query: String
  let expected: String

  init(_ query: String, _ expected: String) {
    self.query = query
    self.expected = expected
  }

  var testDescription: String { "\(query) → \(expected)" }

  /// The ids of five posts, oldest first.
  static let ids = (0..<5).map { "44444444-0000-4000-8000-00000000000\($0)-12" }

  /// Creates a backend in which Anna's edge `posts` contains five posts.
  static func world(_ configuration: EGF2Configuration) -> GraphFixture {
    var world = GraphFixture(configuration)
    for (number, id) in ids.enumerated() {
      world.object([
        "object_type": "post", "id": .string(id), "creator": .string(world.annaID),
        "text": .string("post \(number)"),
      ])
      world.link(world.annaID, "posts", id)
    }
    return world
  }

  /// Returns a page as a string in which numbers stand for objects, such as `4 3/5 0..1`.
  static func print(_ response: Response) -> String {
    guard let page = response.json, let results = page["results"]?.array else {
      return response.json?["code"]?.string ?? ""
    }
    let numbers = results.map { number($0["id"]?.string) }.joined(separator: " ")
    let cursors = [page["first"], page["last"]].map { cursor in
      cursor.map { $0.string.map(number) ?? "no string" } ?? ""
    }
    return "\(numbers)/\(page["count"]?.integer ?? -1) \(cursors[0])..\(cursors[1])"
  }

  /// Returns the number of a post with this id; a cursor that is not such an id is returned
  /// unchanged.
  private static func number(_ id: String?) -> String {
    guard let id else { return "?" }
    return ids.firstIndex(of: id).map { "#\($0)" } ?? id
  }
}
