import Foundation
import GhostlightCore
import GhostlightGeneration

/// The contents of `settings.json`: the names of an app's models, and the URL of the app's server.
///
/// - Source: protocol reference B16; `access` is our own addition, and `"internal"` if it is
///   missing.
struct GeneratorSettings {
  static let file = "settings.json"

  /// The name of the graph, under which it stores its files.
  var name: String
  /// The base URL of the server, including the version prefix.
  var server: String
  var prefix: String
  var excluded: [String]
  var access = GeneratedAccess.internal

  init(_ bytes: [UInt8]) throws(GeneratorError) {
    let members = try JSONText(bytes, file: Self.file).object()
    name = try Self.text("name", in: members)
    server = try Self.text("server", in: members)
    prefix = try Self.text("model_prefix", in: members)
    excluded = try Self.excluded(in: members)
    if let word = members["access"] {
      guard let access = word.string.flatMap(GeneratedAccess.init) else {
        throw .settings(#""access" must be "internal" or "public""#)
      }
      self.access = access
    }
    try check()
  }

  private func check() throws(GeneratorError) {
    guard !["", ".", ".."].contains(name), !name.contains("/"), !name.contains("\0") else {
      throw .settings(#""name" is the name of a file: use letters and no slash"#)
    }
    let url = URL(string: server)
    guard let url, ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false else {
      throw .settings(#""server" is not a valid URL; use one such as "https://host/v1/""#)
    }
    guard prefix.isEmpty || SwiftNames.isIdentifier(prefix) else {
      throw .settings(
        #""model_prefix" is the start of class names: use letters and digits, a letter first, or "" "#
          + "for none")
    }
  }

  private static func text(
    _ key: String, in members: JSONObject
  ) throws(GeneratorError) -> String {
    guard let value = members[key] else { throw missing(key) }
    guard let text = value.string else { throw .settings("\"\(key)\" must be a string") }
    return text
  }

  private static func excluded(in members: JSONObject) throws(GeneratorError) -> [String] {
    guard let value = members["excluded_models"] else { throw missing("excluded_models") }
    guard let names = value.texts else {
      throw .settings(#""excluded_models" must be an array of type names"#)
    }
    return names
  }

  private static func missing(_ key: String) -> GeneratorError {
    .settings("\"\(key)\" is missing; name, server, model_prefix and excluded_models are needed")
  }
}

/// The reason why models cannot be generated, with its location and a remedy.
///
/// ``ModelGenerator`` throws it for the first problem in `settings.json` or `config.json`.
/// `egf2gen` prints ``description`` and ends with exit code 65.
///
/// - Source: protocol reference B16, the messages; place and remedy are our own additions.
public struct GeneratorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the invalid file: `settings.json` or `config.json`.
  public let file: String
  /// The problem, its location and a remedy, on one line.
  public let message: String

  init(_ file: String, _ message: String) {
    self.file = file
    self.message = message
  }

  /// The file and the message, on one line.
  public var description: String { "\(file): \(message)" }

  static func settings(_ message: String) -> GeneratorError {
    GeneratorError(GeneratorSettings.file, "Settings file is not valid: \(message)")
  }

  static func configuration(_ message: String) -> GeneratorError {
    GeneratorError(ModelConfiguration.file, "Config file is not valid: \(message)")
  }

  static func pagination(_ message: String) -> GeneratorError {
    GeneratorError(ModelConfiguration.file, "Config file is not valid. \(message)")
  }

  static func propertyType(_ type: String, at path: String) -> GeneratorError {
    GeneratorError(
      ModelConfiguration.file,
      "Unknow property type: \(type) at \(path); use string, integer, number, boolean, date, "
        + "object_id, struct, or array: and one of these")
  }
}
