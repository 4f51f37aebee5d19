package import GhostlightCore

/// A reader of a JSON document that knows its position, so that every error contains the JSON path
/// of the invalid value.
package protocol DocumentReader: Sendable {
  /// The error that the reader throws for an invalid value.
  associatedtype Failure: Error

  var value: JSON { get }
  var place: DocumentPointer { get }

  /// Returns a reader of `value`, which is at `place` in the same document.
  func reader(of value: JSON, at place: DocumentPointer) -> Self

  /// Returns an error that says that this reader's value is not of the expected kind.
  func error(expected kind: DocumentKind) -> Failure
}

/// A position in a JSON document; ``description`` is its JSON path, such as
/// `$.stackmob.schemas[0].name`.
///
/// The path is built only when it is needed, because few positions ever appear in an error.
package indirect enum DocumentPointer: Sendable, CustomStringConvertible {
  case root(String)
  case member(of: DocumentPointer, String)
  case element(of: DocumentPointer, Int)

  /// Returns the position of a parameter of a provider state, or of a member of it.
  package static func parameter(_ names: String...) -> DocumentPointer {
    names.reduce(DocumentPointer.root("")) { .member(of: $0, $1) }
  }

  package var description: String {
    switch self {
    case .root(let text): text
    case .member(let place, let key): "\(place)" + Self.step(to: key)
    case .element(let place, let position): "\(place)[\(position)]"
    }
  }

  /// Returns `.key`, or `["key"]` for a name that would be misread in a path.
  private static func step(to key: String) -> String {
    let isPlain = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "$"), 0x80...0xFF:
        true
      default: false
      }
    }
    return isPlain && !key.isEmpty ? ".\(key)" : "[\(JSON.string(key).text())]"
  }
}

/// The kinds of JSON values for which every reader has a type-mismatch error.
package enum DocumentKind: String, Sendable {
  case array, object, bool
}

package struct DocumentMember<Reader: DocumentReader>: Sendable {
  package let key: String
  package let reader: Reader
}

extension DocumentReader {
  /// The JSON path of this reader's value, such as `$.stackmob.schemas[0].name`.
  package var path: String { place.description }

  /// A reader of the member `key`, or `nil` if this value is not an object with such a member.
  package subscript(key: String) -> Self? {
    value[key].map { reader(of: $0, at: .member(of: place, key)) }
  }

  /// Returns the members of this object, each with a reader of its value.
  package func members() throws(Failure) -> [DocumentMember<Self>] {
    try object().map { member in
      DocumentMember(
        key: member.key, reader: reader(of: member.value, at: .member(of: place, member.key)))
    }
  }

  /// Returns a reader for each element of this array.
  package func elements() throws(Failure) -> [Self] {
    let elements = try array()
    var readers: [Self] = []
    readers.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      readers.append(reader(of: element, at: .element(of: place, position)))
    }
    return readers
  }

  /// Returns the elements of this array without creating readers, for arrays with many elements.
  ///
  /// Use ``element(_:)`` to get a reader of one element.
  package func array() throws(Failure) -> [JSON] {
    guard case .array(let elements) = value else { throw error(expected: .array) }
    return elements
  }

  /// Returns the object at `position` in `elements`, which must be the result of ``array()``.
  package func object(_ position: Int, of elements: [JSON]) throws(Failure) -> JSONObject {
    guard case .object(let object) = elements[position] else {
      throw element(position).error(expected: .object)
    }
    return object
  }

  /// Returns a reader of the element at `position` in this array; the element must exist.
  package func element(_ position: Int) -> Self {
    reader(of: value.array?[position] ?? .null, at: .element(of: place, position))
  }

  package func object() throws(Failure) -> JSONObject {
    guard case .object(let object) = value else { throw error(expected: .object) }
    return object
  }

  package func bool() throws(Failure) -> Bool {
    guard case .bool(let flag) = value else { throw error(expected: .bool) }
    return flag
  }
}
