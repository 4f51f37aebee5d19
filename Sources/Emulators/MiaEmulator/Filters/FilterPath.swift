import GhostlightCore
import GhostlightEmulation

/// The way to the values of a dotted name, as Mongo walks it: through the elements of arrays too.
struct FilterPath: Sendable, Hashable {
  /// The names, outermost first; a number is also the position of an element.
  let names: [String]

  /// Reads a dotted name.
  init(_ text: String) { names = FieldPath.dotted(text).names }

  /// The field of the document that the path starts at.
  var root: String { names[0] }

  /// Whether the path is the name of a field.
  var isField: Bool { names.count == 1 }

  /// The dotted name.
  var text: String { names.joined(separator: ".") }

  /// The values the path leads to, one for each way through the elements of arrays.
  ///
  /// `nil` where a way ends early; an element of an array that is no object is no way at all.
  func values(in document: JSONObject) -> [JSON?] {
    guard !isField else { return [document[root]] }
    var found: [JSON?] = []
    collect(.object(document), from: 0, into: &found)
    return found
  }

  private func collect(_ value: JSON?, from start: Int, into found: inout [JSON?]) {
    guard start < names.count else {
      found.append(value)
      return
    }
    switch value {
    case .object(let object):
      collect(object[names[start]], from: start + 1, into: &found)
    case .array(let elements):
      if let position = Int(names[start]), elements.indices.contains(position) {
        collect(elements[position], from: start + 1, into: &found)
      }
      for case .object(let object) in elements {
        collect(object[names[start]], from: start + 1, into: &found)
      }
    default: found.append(.none)
    }
  }
}
