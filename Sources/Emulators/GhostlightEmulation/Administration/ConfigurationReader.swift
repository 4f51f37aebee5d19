package import GhostlightCore

/// Walks a configuration, knowing where it is, so that every refusal names the place.
package struct ConfigurationReader: DocumentReader {
  package private(set) var value: JSON
  package private(set) var place: DocumentPlace
  private let onDocument: (@Sendable () -> Void)?

  /// Reads a document; who waits for a long one may have its documents counted.
  package init(
    _ value: JSON, path: String = "$", onDocument: (@Sendable () -> Void)? = nil
  ) {
    self.value = value
    place = .root(path)
    self.onDocument = onDocument
  }

  package func reader(of value: JSON, at place: DocumentPlace) -> ConfigurationReader {
    var reader = self
    (reader.value, reader.place) = (value, place)
    return reader
  }

  /// Takes in the documents of an array, of which there may be many, one by one.
  package func takeDocuments(
    _ take: (_ document: JSONObject, _ position: Int) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    let elements = try array()
    for position in elements.indices {
      try take(try object(position, of: elements), position)
      onDocument?()
    }
  }

  package func error(_ what: String) -> ConfigurationError {
    ConfigurationError(path: path, what)
  }

  package func error(expected kind: DocumentKind) -> ConfigurationError {
    switch kind {
    case .array: error("must be an array")
    case .object: error("must be an object")
    case .bool: error("must be true or false")
    }
  }

  /// Refuses members beside these.
  package func allowOnly(_ names: String...) throws(ConfigurationError) {
    try allowOnly(names)
  }

  /// Refuses members beside these.
  package func allowOnly(_ names: [String]) throws(ConfigurationError) {
    for key in try object().keys where !names.contains(key) {
      throw ConfigurationError(
        path: "\(path).\(key)",
        "there is no such member; there are: \(names.joined(separator: ", "))")
    }
  }

  /// A member that must be there.
  package func required(_ key: String) throws(ConfigurationError) -> ConfigurationReader {
    guard let member = self[key] else { throw error("\"\(key)\" is missing") }
    return member
  }

  package func string() throws(ConfigurationError) -> String {
    guard case .string(let text) = value, !text.isEmpty else {
      throw error("must be a string that is not empty")
    }
    return text
  }

  /// A whole number in a range.
  package func integer(_ range: ClosedRange<Int64>) throws(ConfigurationError) -> Int64 {
    guard case .integer(let number) = value, range.contains(number) else {
      throw error("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// Why a configuration cannot be used.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the document: `$.stackmob.schemas[0].name`.
  public let path: String
  /// What is wrong there, and what to do.
  public let what: String

  /// Says what is wrong where.
  public init(path: String, _ what: String) {
    self.path = path
    self.what = what
  }

  /// Place and error in one line.
  public var description: String { "\(path): \(what)" }
}
