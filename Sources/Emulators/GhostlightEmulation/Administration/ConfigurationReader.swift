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
    case .array: error(expected: "an array")
    case .object: error(expected: "an object")
    case .bool: error(expected: "true or false")
    }
  }

  /// Returns an error with the kinds of values that are allowed, such as "an object or an array".
  package func error(expected kinds: String) -> ConfigurationError {
    error(value.mismatch(expected: kinds))
  }

  /// Returns the error of a provider state, to which this object was passed, with the path of the
  /// invalid member.
  ///
  /// - Parameters:
  ///   - cause: The error.
  ///   - wrapper: The parameter that consists of this object; `nil` if this object has all
  ///     parameters.
  /// - Returns: The error with the path in the configuration.
  package func error(
    _ cause: ProviderStateError, in wrapper: String? = nil
  ) -> ConfigurationError {
    var place = cause.place[...]
    if let wrapper, place.hasPrefix(".\(wrapper)") { place = place.dropFirst(wrapper.count + 1) }
    return ConfigurationError(path: path + place, cause.problem)
  }

  /// Returns the error for a member that this object must not have.
  private func unknown(_ key: String, among names: [String]) -> ConfigurationError {
    let place = DocumentPointer.member(of: place, key)
    return ConfigurationError(path: place.description, JSON.unknownMember(key, among: names))
  }

  /// Checks that no member of this object has nearly the name of another one that is allowed.
  ///
  /// A vendor's own file may have members that the emulator does not read, but a misspelled name
  /// would have no effect.
  ///
  /// - Throws: ``ConfigurationError`` with the first member that differs by one letter, or by two
  ///   if it is long.
  package func refuseMisspelled(_ names: [String]) throws(ConfigurationError) {
    for key in try object().keys where key.utf8.count > 3 && !names.contains(key) {
      let allowed = key.utf8.count > 5 ? 2 : 1
      let isNear = names.contains {
        EditDistance.between(key.lowercased(), $0.lowercased()) <= allowed
      }
      if isNear { throw unknown(key, among: names) }
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
      throw unknown(key, among: names)
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
      throw error(expected: "a string that is not empty")
    }
    return text
  }

  /// Returns this value as an integer.
  ///
  /// - Parameters:
  ///   - range: The allowed values.
  ///   - unit: The unit of the number in the plural, for the error, such as "bytes".
  /// - Returns: The integer.
  /// - Throws: ``ConfigurationError`` if the value is not an integer in `range`.
  package func integer(
    _ range: ClosedRange<Int64>, of unit: String? = nil
  ) throws(ConfigurationError) -> Int64 {
    guard case .integer(let number) = value, range.contains(number) else {
      throw error(expected: range.expectation(of: unit))
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

extension JSON {
  /// The number of bytes up to which an error shows a string or a number itself.
  private static let shownBytes = 24

  /// Returns the problem of a value of the wrong kind, such as
  /// `expected an object or an array, found the number 7`.
  package func mismatch(expected kinds: String) -> String { "expected \(kinds), found \(found)" }

  /// The value in an error: its kind, with the value itself if it is short.
  private var found: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer, .double, .decimal: shown(after: "number")
    case .string(""): "an empty string"
    case .string: shown(after: "string")
    case .array: "an array"
    case .object: "an object"
    }
  }

  private func shown(after kind: String) -> String {
    let text = self.text()
    return text.utf8.count > Self.shownBytes ? "a long \(kind)" : "the \(kind) \(text)"
  }

  /// Returns the problem of a member that an object must not have, with the nearest names.
  package static func unknownMember(_ key: String, among names: [String]) -> String {
    let near = NearestNames.names(to: key, in: names).map { "\"\($0)\"" }
    let list = names.joined(separator: ", ")
    guard let last = near.last else { return "unknown member; there are: \(list)" }
    let others = near.dropLast().joined(separator: ", ")
    let meant = others.isEmpty ? last : "\(others) or \(last)"
    return "unknown member; did you mean \(meant)? There are: \(list)"
  }
}

extension ClosedRange<Int64> {
  /// Returns the integers of the range for an error, such as `a whole number of bytes from 0 to 9`.
  package func expectation(of unit: String? = nil) -> String {
    "a whole number \(unit.map { "of \($0) " } ?? "")from \(lowerBound) to \(upperBound)"
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
