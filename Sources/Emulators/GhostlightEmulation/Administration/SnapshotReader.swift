package import GhostlightCore

/// A reader of a snapshot that knows its position, so that every error names the place.
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

  /// Returns the reader of a member.
  ///
  /// - Throws: ``SnapshotError`` if the member is missing.
  package func member(_ key: String) throws(SnapshotError) -> SnapshotReader {
    guard let member = self[key] else { throw error("lacks \"\(key)\"") }
    return member
  }

  /// Returns the reader of a member, or `nil` if it is missing or null.
  package func optional(_ key: String) -> SnapshotReader? {
    guard let member = self[key], member.value != .null else { return nil }
    return member
  }

  package func string() throws(SnapshotError) -> String {
    guard case .string(let text) = value else { throw error("is no string") }
    return text
  }

  /// Returns the string in a member of `object`, which is the element at `position`.
  ///
  /// - Throws: ``SnapshotError`` if the member is missing or is not a string.
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

/// The reason why a snapshot cannot be restored.
///
/// The snapshot is damaged, has a newer format, or belongs to an emulator that the stage does not
/// have. The state is unchanged. Snapshots of older versions are read.
public struct SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the place and the remedy.
  public let description: String

  /// Creates an error with a message.
  public init(_ description: String) { self.description = description }

  /// Returns the error for a document that is part of another document, at `place`.
  package func under(_ place: String) -> SnapshotError {
    guard description.hasPrefix("$") else { return self }
    return SnapshotError(place + description.dropFirst())
  }
}
