package import GhostlightCore

/// Walks a JSON document, knowing where it is: every refusal names the place.
package protocol DocumentReader: Sendable {
  /// What a place that cannot be read is refused with.
  associatedtype Failure: Error

  var value: JSON { get }
  /// The place in the document: `$.stackmob.schemas[0].name`.
  var path: String { get }

  /// The reader of another place in the same document.
  func reader(of value: JSON, path: String) -> Self

  /// The refusal of this place.
  func error(_ what: String) -> Failure

  /// The refusal of this place, whose value is of another kind.
  func error(expected kind: DocumentKind) -> Failure
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
  /// A member that may be missing.
  package subscript(key: String) -> Self? {
    value[key].map { reader(of: $0, path: "\(path).\(key)") }
  }

  /// The members of an object.
  package func members() throws(Failure) -> [DocumentMember<Self>] {
    try object().map { member in
      DocumentMember(
        key: member.key, reader: reader(of: member.value, path: "\(path).\(member.key)"))
    }
  }

  /// The elements of an array.
  package func elements() throws(Failure) -> [Self] {
    guard case .array(let elements) = value else { throw error(expected: .array) }
    return elements.enumerated().map { position, element in
      reader(of: element, path: "\(path)[\(position)]")
    }
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
