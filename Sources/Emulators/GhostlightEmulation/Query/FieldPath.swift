package import GhostlightCore

/// The way to a value in a document, by the names of members.
///
/// A path walks objects only: a name never is an element's number, and nothing is below an array,
/// so `a.0` finds a member named `0` or nothing. The empty path leads to the document itself. Names
/// are told apart by their bytes.
package struct FieldPath: Sendable {
  /// The names, outermost first.
  package let names: [String]

  /// Makes the path through `names`, outermost first.
  package init(_ names: [String]) { self.names = names }

  /// Makes the path to one member of the document, also where the name has dots.
  package init(_ name: String) { names = [name] }

  /// The path of names parted by dots; names may be empty.
  package static func dotted(_ text: String) -> FieldPath {
    FieldPath(
      text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(Substring($0)) })
  }

  /// The value the path leads to, or `nil` where a member is missing or something on the way is
  /// no object.
  package func value(in document: JSONObject) -> JSON? {
    guard names.count != 1 else { return document[names[0]] }
    guard let name = names.first else { return .object(document) }
    var value = document[name]
    for name in names.dropFirst() {
      guard case .object(let object) = value else { return nil }
      value = object[name]
    }
    return value
  }
}

extension FieldPath {
  /// The same value, paid for where objects on the way have many members, since they are walked.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func value(
    in document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> JSON? {
    if document.count > Self.fewMembers { try budget.spend(document.count >> 5) }
    guard names.count > 1 else { return value(in: document) }
    var value = document[names[0]]
    for name in names.dropFirst() {
      guard case .object(let object) = value else { return nil }
      if object.count > Self.fewMembers { try budget.spend(object.count >> 5) }
      value = object[name]
    }
    return value
  }

  /// So many members are walked for nothing.
  private static let fewMembers = 64
}

extension FieldPath: Hashable {
  /// Whether the names have the same bytes.
  package static func == (left: FieldPath, right: FieldPath) -> Bool {
    left.names.elementsEqual(right.names) { BytewiseString($0) == BytewiseString($1) }
  }

  package func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(BytewiseString(name)) }
  }
}

extension FieldPath: CustomStringConvertible {
  /// The names parted by dots.
  package var description: String { names.joined(separator: ".") }
}
