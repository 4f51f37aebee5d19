package import GhostlightCore

/// A reader of a JSON configuration that knows its position, so that every error contains the JSON
/// path of the invalid value.
package struct ConfigurationReader: DocumentReader {
  package private(set) var value: JSON
  package private(set) var place: DocumentPointer
  /// The files that members of the configuration name; `nil` if they were not opened.
  package let files: ConfigurationFiles?
  private let onDocument: (@Sendable () -> Void)?

  /// Creates a reader of a configuration.
  ///
  /// - Parameters:
  ///   - value: The configuration, or a part of it.
  ///   - path: The JSON path of `value`, with which the paths in error messages start.
  ///   - files: The files that members of the configuration name.
  ///   - onDocument: Called after each document that the reader passes on, so that a long start can
  ///     report progress.
  package init(
    _ value: JSON, path: String = "$", files: ConfigurationFiles? = nil,
    onDocument: (@Sendable () -> Void)? = nil
  ) {
    self.value = value
    place = .root(path)
    self.files = files
    self.onDocument = onDocument
  }

  package func reader(of value: JSON, at place: DocumentPointer) -> ConfigurationReader {
    var reader = self
    (reader.value, reader.place) = (value, place)
    return reader
  }

  /// Passes each element of this array to `body`, and calls `onDocument` after each one.
  ///
  /// It does not create a reader for each element, because an array may have 100,000 of them.
  package func forEachDocument(
    _ body: (_ document: JSONObject, _ position: Int) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    let elements = try array()
    for position in elements.indices {
      try body(try object(position, of: elements), position)
      countDocument()
    }
  }

  /// Calls `onDocument` for a document that is not in an array of the configuration.
  package func countDocument() { onDocument?() }

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

  /// Checks that this object has no members except `names`.
  ///
  /// - Throws: ``ConfigurationError`` with the first unknown member.
  package func allowOnly(_ names: String...) throws(ConfigurationError) {
    try allowOnly(names)
  }

  /// Checks that this object has no members except `names`.
  ///
  /// - Throws: ``ConfigurationError`` with the first unknown member.
  package func allowOnly(_ names: [String]) throws(ConfigurationError) {
    for key in try object().keys where !names.contains(key) {
      throw ConfigurationError(
        path: "\(path).\(key)",
        "there is no such member; there are: \(names.joined(separator: ", "))")
    }
  }

  /// Returns a reader of the member `key` of this object.
  ///
  /// - Throws: ``ConfigurationError`` if the member is missing.
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

  /// Returns this value as an integer.
  ///
  /// - Throws: ``ConfigurationError`` if the value is not an integer in `range`.
  package func integer(_ range: ClosedRange<Int64>) throws(ConfigurationError) -> Int64 {
    guard case .integer(let number) = value, range.contains(number) else {
      throw error("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// The files that members of a configuration name, which the command line opens.
package struct ConfigurationFiles: Sendable {
  /// The files in the order of their members, such as the exports of StackMob.
  package let contents: [any Sendable]
  /// A digest of the bytes of all files; `nil` if no data folder has to recognize them.
  package let digest: UInt64?

  package init(_ contents: [any Sendable], digest: UInt64? = nil) {
    (self.contents, self.digest) = (contents, digest)
  }
}

/// The reason why a configuration is not valid, with the JSON path of the invalid value.
///
/// It is thrown by the initializers that read `ghostlight.json` or a vendor's section of it. Print
/// ``description`` for a person; an editor can use ``path`` to find the invalid value.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The JSON path of the invalid value, such as `$.stackmob.schemas[0].name`.
  public let path: String
  /// The problem and how to fix it, without the path.
  public let what: String

  /// Creates an error for the value at a JSON path.
  public init(path: String, _ what: String) {
    self.path = path
    self.what = what
  }

  /// The path and the problem in one line.
  public var description: String { "\(path): \(what)" }
}
