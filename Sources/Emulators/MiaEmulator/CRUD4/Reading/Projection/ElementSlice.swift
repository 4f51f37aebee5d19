import GhostlightCore
import GhostlightEmulation

/// Some elements of an array: the first ones, the last ones, or those from a position on.
struct ElementSlice: Sendable, Hashable {
  /// From where on; below zero from the end.
  private var start: Int?
  /// How many; below zero the last ones.
  private var count: Int

  /// Reads a count, or a position and a count.
  ///
  /// - Throws: ``Fault/crudDatabase``.
  init(_ values: ArraySlice<JSON>) throws(Fault) {
    var numbers: [Int] = []
    for value in values { numbers.append(try Self.integer(value)) }
    guard let count = numbers.last, numbers.count <= 2 else {
      throw .database("$slice takes a count, or a position and a count")
    }
    self.count = count
    guard numbers.count == 2 else { return }
    guard count > 0 else { throw .database("$slice: the count after a position must be positive") }
    start = numbers[0]
  }

  /// A whole number within reach.
  static func integer(_ value: JSON) throws(Fault) -> Int {
    guard let number = value.number.flatMap({ Int32(exactly: $0) }) else {
      throw .database("\(value.text()) is no 32-bit integer")
    }
    return Int(number)
  }

  func applied(to elements: [JSON]) -> [JSON] {
    guard let start else {
      return count < 0 ? Array(elements.suffix(-count)) : Array(elements.prefix(count))
    }
    let first = start < 0 ? max(0, elements.count + start) : start
    return Array(elements.dropFirst(first).prefix(count))
  }
}
