import GhostlightSigning
import Testing

@Suite struct `MAC targets` {
  struct Row: Sendable, CustomTestStringConvertible {
    var target: String
    var candidates: [String]

    init(_ target: String, _ more: String...) {
      self.target = target
      candidates = [target] + more
    }

    var testDescription: String { target }
  }

  @Test(arguments: [
    Row(""),
    Row("/todo"),
    Row("/todo?"),
    Row("/todo?done=false&priority[gte]=2"),
    // The comma is not in the iOS client's list of characters that stay escaped.
    Row("/user?age[in]=10%2C11", "/user?age[in]=10,11"),
    Row("/todo?priority%5Bgte%5D=2", "/todo?priority[gte]=2"),
    // Each character in that list stays escaped, with upper-case or lower-case hexadecimal digits.
    Row("/t?a=%3A%2F%2E%3F%26%3D%3B%2B%21%40%23%24%28%29%7E%20"),
    Row("/t?a=%3a%2f%2e%3f%26%3d%3b%2b%21%40%23%24%28%29%7e%20"),
    Row("/t?a=%22%5E%3C%7C%C3%A9", "/t?a=\"^<|é"),
    Row("/t?a=%2520", "/t?a=%20"),
    Row("/t?a=+"),
    Row("/todo/a%20b", "/todo/a b"),
    Row(
      "/todo/a%20b?x=%2C&y=%20", "/todo/a%20b?x=,&y=%20", "/todo/a b?x=,&y=%20",
      "/todo/a b?x=%2C&y=%20"),
    Row("/a%3Fb?x=%3F", "/a?b?x=%3F"),
    // If an escape is invalid, or decoded bytes are not UTF-8, the decoded forms are left out.
    Row("/t?a=%"),
    Row("/t?a=%2"),
    Row("/t?a=%zz"),
    Row("/t?a=%FF"),
    Row("/a%20b?x=%FF", "/a b?x=%FF"),
    Row("/a%?x=%2C", "/a%?x=,"),
  ])
  func `candidates are the raw target, then its decoded forms`(_ row: Row) {
    #expect(MACTarget.candidates(rawTarget: row.target) == row.candidates)
  }
}
