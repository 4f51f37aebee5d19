package import GhostlightCore

/// Walks a JSON document, knowing where it is: every refusal names the place.
package protocol DocumentReader: Sendable {
  /// What a place that cannot be read is refused with.
  associatedtype Failure: Error

  var value: JSON { get }
  /// The place in the document.
  var place: DocumentPlace { get }

  /// The reader of another place in the same document.
  func reader(of value: JSON, at place: DocumentPlace) -> Self

  /// The refusal of this place.
  func error(_ what: String) -> Failure

  /// The refusal of this place, whose value is of another kind.
  func error(expected kind: DocumentKind) -> Failure
}

/// A place in a document, spelled where somebody asks: `$.stackmob.schemas[0].name`.
///
/// Few of the many places that are read are ever named.
package indirect enum DocumentPlace: Sendable, CustomStringConvertible {
  case root(String)
  case member(of: DocumentPlace, String)
  case element(of: DocumentPlace, Int)

  package var description: String {
    switch self {
    case .root(let text): text
    case .member(let place, let key): "\(place).\(key)"
    case .element(let place, let position): "\(place)[\(position)]"
    }
  }
}

/// The kinds of values that a reader asks for by themselves.
package enum DocumentKind: String, Sendable {
  case array, object, bool
}

/// A member of an object in a document.
package struct DocumentMember<Reader: DocumentReader>: Sendable {
  package let key: String
  package let reader: Reader
}

extension DocumentReader {
  /// The place in words: `$.stackmob.schemas[0].name`.
  package var path: String { place.description }

  /// A member that may be missing.
  package subscript(key: String) -> Self? {
    value[key].map { reader(of: $0, at: .member(of: place, key)) }
  }

  /// The members of an object.
  package func members() throws(Failure) -> [DocumentMember<Self>] {
    try object().map { member in
      DocumentMember(
        key: member.key, reader: reader(of: member.value, at: .member(of: place, member.key)))
    }
  }

  /// The elements of an array.
  package func elements() throws(Failure) -> [Self] {
    let elements = try array()
    var readers: [Self] = []
    readers.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      readers.append(reader(of: element, at: .element(of: place, position)))
    }
    return readers
  }

  /// The elements of an array that may have many, without readers; ``element(_:)`` makes one.
  package func array() throws(Failure) -> [JSON] {
    guard case .array(let elements) = value else { throw error(expected: .array) }
    return elements
  }

  /// The object at a position of what ``array()`` answered.
  package func object(_ position: Int, of elements: [JSON]) throws(Failure) -> JSONObject {
    guard case .object(let object) = elements[position] else {
      throw element(position).error(expected: .object)
    }
    return object
  }

  /// The reader of an element of an array, which is there.
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
