package import GhostlightCore

/// Walks a snapshot, knowing where it is: whatever is missing or of the wrong kind is named.
package struct SnapshotReader: DocumentReader {
  package let value: JSON
  package let place: DocumentPlace

  package init(_ value: JSON, at place: DocumentPlace = .root("$")) {
    self.value = value
    self.place = place
  }

  package func reader(of value: JSON, at place: DocumentPlace) -> SnapshotReader {
    SnapshotReader(value, at: place)
  }

  package func error(_ what: String) -> SnapshotError {
    SnapshotError("\(path) \(what); the snapshot was not written by this emulator")
  }

  package func error(expected kind: DocumentKind) -> SnapshotError {
    error(kind == .bool ? "is neither true nor false" : "is no \(kind.rawValue)")
  }

  /// A member that must be there.
  package func member(_ key: String) throws(SnapshotError) -> SnapshotReader {
    guard let member = self[key] else { throw error("lacks \"\(key)\"") }
    return member
  }

  /// A member that may be missing or null.
  package func optional(_ key: String) -> SnapshotReader? {
    guard let member = self[key], member.value != .null else { return nil }
    return member
  }

  package func string() throws(SnapshotError) -> String {
    guard case .string(let text) = value else { throw error("is no string") }
    return text
  }

  /// The text of a member that must be there, of an object that is an element here.
  package func string(
    _ key: String, of object: JSONObject, at position: Int
  ) throws(SnapshotError) -> String {
    if let text = object[key]?.string { return text }
    return try element(position).member(key).string()
  }

  package func integer() throws(SnapshotError) -> Int64 {
    guard case .integer(let number) = value else { throw error("is no integer") }
    return number
  }
}

/// Why a snapshot cannot be restored.
public struct SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the place and the remedy.
  public let description: String

  /// Says what is wrong, where and what to do.
  public init(_ description: String) { self.description = description }

  /// The same error of a document that stands at `place` in another.
  package func under(_ place: String) -> SnapshotError {
    guard description.hasPrefix("$") else { return self }
    return SnapshotError(place + description.dropFirst())
  }
}
