package import GhostlightCore

/// Walks a snapshot, knowing where it is: whatever is missing or of the wrong kind is named.
package struct SnapshotReader: Sendable {
  package let value: JSON
  private let path: String

  package init(_ value: JSON, path: String = "$") {
    self.value = value
    self.path = path
  }

  /// The place's problem.
  package func problem(_ what: String) -> SnapshotError {
    SnapshotError("\(path) \(what); the snapshot was not written by this emulator")
  }

  /// A member that must be there.
  package func member(_ key: String) throws(SnapshotError) -> SnapshotReader {
    guard let member = value[key] else { throw problem("lacks \"\(key)\"") }
    return SnapshotReader(member, path: "\(path).\(key)")
  }

  /// A member that may be missing or null.
  package func optional(_ key: String) -> SnapshotReader? {
    guard let member = value[key], member != .null else { return nil }
    return SnapshotReader(member, path: "\(path).\(key)")
  }

  /// The members of an object.
  package func members() throws(SnapshotError) -> [SnapshotMember] {
    try object().map { member in
      SnapshotMember(
        key: member.key, reader: SnapshotReader(member.value, path: "\(path).\(member.key)"))
    }
  }

  /// The elements of an array.
  package func elements() throws(SnapshotError) -> [SnapshotReader] {
    guard case .array(let elements) = value else { throw problem("is no array") }
    return elements.enumerated().map { position, element in
      SnapshotReader(element, path: "\(path)[\(position)]")
    }
  }

  package func object() throws(SnapshotError) -> JSONObject {
    guard case .object(let object) = value else { throw problem("is no object") }
    return object
  }

  package func string() throws(SnapshotError) -> String {
    guard case .string(let text) = value else { throw problem("is no string") }
    return text
  }

  package func integer() throws(SnapshotError) -> Int64 {
    guard case .integer(let number) = value else { throw problem("is no integer") }
    return number
  }

  package func bool() throws(SnapshotError) -> Bool {
    guard case .bool(let flag) = value else { throw problem("is neither true nor false") }
    return flag
  }
}

/// A member of an object in a snapshot.
package struct SnapshotMember: Sendable {
  package let key: String
  package let reader: SnapshotReader
}

/// Why a snapshot cannot be restored.
public struct SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the place and the remedy.
  public let description: String

  /// Says what is wrong, where and what to do.
  public init(_ description: String) { self.description = description }

  /// The same problem of a document that stands at `place` in another.
  package func under(_ place: String) -> SnapshotError {
    guard description.hasPrefix("$") else { return self }
    return SnapshotError(place + description.dropFirst())
  }
}
