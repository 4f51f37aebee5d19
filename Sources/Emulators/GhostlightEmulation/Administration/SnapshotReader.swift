package import GhostlightCore

/// A reader of a snapshot that knows its position, so that every error contains the JSON path of
/// the invalid value.
package struct SnapshotReader: DocumentReader {
  package let value: JSON
  package let place: DocumentPointer

  package init(_ value: JSON, at place: DocumentPointer = .root("$")) {
    self.value = value
    self.place = place
  }

  package func reader(of value: JSON, at place: DocumentPointer) -> SnapshotReader {
    SnapshotReader(value, at: place)
  }

  package func error(_ what: String) -> SnapshotError {
    SnapshotError("\(path) \(what); the snapshot was not written by this emulator")
  }

  package func error(expected kind: DocumentKind) -> SnapshotError {
    error(kind == .bool ? "is neither true nor false" : "is not an \(kind.rawValue)")
  }

  /// Returns a reader of the member `key` of this object.
  ///
  /// - Throws: ``SnapshotError`` if the member is missing.
  package func member(_ key: String) throws(SnapshotError) -> SnapshotReader {
    guard let member = self[key] else { throw error("does not have \"\(key)\"") }
    return member
  }

  /// Returns a reader of the member `key`, or `nil` if the member is missing or null.
  package func optional(_ key: String) -> SnapshotReader? {
    guard let member = self[key], member.value != .null else { return nil }
    return member
  }

  package func string() throws(SnapshotError) -> String {
    guard case .string(let text) = value else { throw error("is not a string") }
    return text
  }

  /// Returns the string in the member `key` of `object`, which is the element of this array at
  /// index `position`.
  ///
  /// - Throws: ``SnapshotError`` if the member is missing or is not a string.
  package func string(
    _ key: String, of object: JSONObject, at position: Int
  ) throws(SnapshotError) -> String {
    if let text = object[key]?.string { return text }
    return try element(position).member(key).string()
  }

  package func integer() throws(SnapshotError) -> Int64 {
    guard case .integer(let number) = value else { throw error("is not an integer") }
    return number
  }
}

/// The reason why a snapshot cannot be restored.
///
/// Either the snapshot is damaged, or its format is newer than this version of Ghostlight supports,
/// or it belongs to an emulator that the stage does not have. The stage is unchanged. Snapshots of
/// older versions can be restored.
public struct SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the JSON path of the invalid value and how to fix the problem.
  public let description: String

  /// Creates an error with a message for the developer.
  public init(_ description: String) { self.description = description }

  /// Returns this error with `place` instead of the leading `$` of its path.
  ///
  /// It is for a snapshot that is nested in another document at the JSON path `place`.
  package func under(_ place: String) -> SnapshotError {
    guard description.hasPrefix("$") else { return self }
    return SnapshotError(place + description.dropFirst())
  }
}
