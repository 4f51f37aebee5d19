package import GhostlightCore

/// A reader of a JSON document that knows its position, so that every error names the place.
package protocol DocumentReader: Sendable {
  /// The error for a place that is not valid.
  associatedtype Failure: Error

  var value: JSON { get }
  var place: DocumentPlace { get }

  /// Returns a reader for another place in the same document.
  func reader(of value: JSON, at place: DocumentPlace) -> Self

  /// Returns an error for this place.
  func error(_ what: String) -> Failure

  /// Returns an error for this place, whose value has a different kind.
  func error(expected kind: DocumentKind) -> Failure
}

/// A place in a document; its text, such as `$.stackmob.schemas[0].name`, is built only when
/// needed.
///
/// Most of the places that are read never appear in an error.
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

/// The kinds of values for which every reader has an error message.
package enum DocumentKind: String, Sendable {
  case array, object, bool
}

/// A member of an object in a document.
package struct DocumentMember<Reader: DocumentReader>: Sendable {
  package let key: String
  package let reader: Reader
}

extension DocumentReader {
  /// The text of the place: `$.stackmob.schemas[0].name`.
  package var path: String { place.description }

  /// The reader of a member, or `nil` if there is no such member.
  package subscript(key: String) -> Self? {
    value[key].map { reader(of: $0, at: .member(of: place, key)) }
  }

  /// Returns the members of an object.
  package func members() throws(Failure) -> [DocumentMember<Self>] {
    try object().map { member in
      DocumentMember(
        key: member.key, reader: reader(of: member.value, at: .member(of: place, member.key)))
    }
  }

  /// Returns a reader for each element of an array.
  package func elements() throws(Failure) -> [Self] {
    let elements = try array()
    var readers: [Self] = []
    readers.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      readers.append(reader(of: element, at: .element(of: place, position)))
    }
    return readers
  }

  /// Returns the elements of an array without readers, for arrays with many elements.
  ///
  /// Use ``element(_:)`` to get the reader of one element.
  package func array() throws(Failure) -> [JSON] {
    guard case .array(let elements) = value else { throw error(expected: .array) }
    return elements
  }

  /// Returns the object at a position of the elements from ``array()``.
  package func object(_ position: Int, of elements: [JSON]) throws(Failure) -> JSONObject {
    guard case .object(let object) = elements[position] else {
      throw element(position).error(expected: .object)
    }
    return object
  }

  /// Returns the reader of an element, which must exist.
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
