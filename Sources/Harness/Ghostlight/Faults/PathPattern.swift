/// A path in which `*` stands for any text, also with slashes.
struct PathPattern: Sendable {
  private let pattern: [UInt8]

  init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

  /// Walks both once, going back to the last `*` where they part: never more than n · m steps.
  func matches(_ path: String) -> Bool {
    let text = Array(path.utf8)
    var (position, place) = (0, 0)
    var star: (position: Int, place: Int)?
    while place < text.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position, place)
        position += 1
      } else if position < pattern.count, pattern[position] == text[place] {
        position += 1
        place += 1
      } else if let back = star {
        star = (back.position, back.place + 1)
        position = back.position + 1
        place = back.place + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
