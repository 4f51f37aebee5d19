package import GhostlightCore

/// Walks a configuration, knowing where it is, so that every refusal names the place.
package struct ConfigurationReader: Sendable {
  package let value: JSON
  package let path: String

  package init(_ value: JSON, path: String = "$") {
    self.value = value
    self.path = path
  }

  /// The place's problem.
  package func problem(_ what: String) -> ConfigurationError {
    ConfigurationError(path: path, what)
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

  /// A member that may be missing.
  package subscript(key: String) -> ConfigurationReader? {
    value[key].map { ConfigurationReader($0, path: "\(path).\(key)") }
  }

  /// A member that must be there.
  package func required(_ key: String) throws(ConfigurationError) -> ConfigurationReader {
    guard let member = self[key] else { throw problem("\"\(key)\" is missing") }
    return member
  }

  /// The members of an object.
  package func members() throws(ConfigurationError) -> [ConfigurationMember] {
    try object().map { member in
      ConfigurationMember(
        key: member.key,
        reader: ConfigurationReader(member.value, path: "\(path).\(member.key)"))
    }
  }

  /// The elements of an array.
  package func elements() throws(ConfigurationError) -> [ConfigurationReader] {
    guard case .array(let elements) = value else { throw problem("must be an array") }
    return elements.enumerated().map { position, element in
      ConfigurationReader(element, path: "\(path)[\(position)]")
    }
  }

  package func object() throws(ConfigurationError) -> JSONObject {
    guard case .object(let object) = value else { throw problem("must be an object") }
    return object
  }

  package func string() throws(ConfigurationError) -> String {
    guard case .string(let text) = value, !text.isEmpty else {
      throw problem("must be a string that is not empty")
    }
    return text
  }

  /// A whole number in a range.
  package func integer(_ range: ClosedRange<Int64>) throws(ConfigurationError) -> Int64 {
    guard case .integer(let number) = value, range.contains(number) else {
      throw problem("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  package func bool() throws(ConfigurationError) -> Bool {
    guard case .bool(let flag) = value else { throw problem("must be true or false") }
    return flag
  }
}

/// Counts the documents of a configuration as backends take them in, for those who wait.
package enum ConfigurationProgress {
  /// Told of each document, on the thread that reads the configuration.
  @TaskLocal package static var onDocument: (@Sendable () -> Void)?
}

extension ConfigurationReader {
  /// Says that the document at this place is taken in.
  package func noteDocument() { ConfigurationProgress.onDocument?() }
}

/// A member of an object in a configuration.
package struct ConfigurationMember: Sendable {
  package let key: String
  package let reader: ConfigurationReader
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

  /// Place and problem in one line.
  public var description: String { "\(path): \(what)" }
}
