package import GhostlightCore
package import GhostlightEmulation

/// The data that StackMob gave its customers when the service closed.
///
/// An export has one file for each schema, which contains the schema's objects one after another.
/// In the file, the primary key of each object is called `_id`, whatever the name of its field.
///
/// - Source: protocol reference A13, after an importer of February 2014.
package struct StackMobExport: Sendable {
  /// A file of the export, such as `9339/todo.json`.
  package struct File: Sendable {
    package let path: String
    package let bytes: [UInt8]

    /// Creates a file of the export, with the path that it has in the archive or folder.
    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
  }

  private let files: [File]
  private let password: String?

  /// Creates an export from its files.
  ///
  /// An export does not contain passwords. If `password` is not `nil`, it becomes the password of
  /// all users.
  package init(_ files: [File], password: String? = nil) {
    // For each file, an archive that was created on a Mac contains a second file with metadata,
    // which is skipped.
    self.files = files.filter { file in
      file.path.hasSuffix(".json")
        && !file.path.split(separator: "/").contains { name in
          name == "__MACOSX" || name.hasPrefix(".") && name != "." && name != ".."
        }
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    self.password = password
  }

  /// Returns the configuration section `stackmob` with the export's objects added before its own
  /// objects.
  ///
  /// The section's `schemas` determine which fields contain user names and passwords. Without a
  /// definition, the schema `user` uses `username` and `password`.
  ///
  /// - Throws: `ConfigurationError` with the path `$.stackmob.export`, and with the file and the
  ///   number of the invalid object in the message.
  package func added(to section: JSON) throws(ConfigurationError) -> JSON {
    guard case .object(var members) = section else { return section }
    guard !files.isEmpty else {
      throw Self.error("holds no file such as 9339/todo.json")
    }
    let users = Self.userFields(in: section)
    var objects = JSONObject()
    for file in files {
      let name = Self.schemaName(of: file.path)
      guard Schema.isName(name) else {
        throw Self.error("\(file.path): \"\(name)\" is not a valid schema name")
      }
      guard objects[name] == nil else {
        throw Self.error("\(file.path): another file is of the schema \(name) too")
      }
      objects[name] = .array(try read(file, schema: name, userFields: users[name]))
    }
    for member in members["objects"]?.object ?? [:] {
      guard let own = member.value.array else { continue }
      objects[member.key] = .array(own + (objects[member.key]?.array ?? []))
    }
    members["objects"] = .object(objects)
    return .object(members)
  }

  /// Returns an error about an object of the export, with the object's file and number added.
  ///
  /// Without this, the error's path would be in `$.stackmob.objects`, which the user's files do not
  /// contain. An error about anything else is returned unchanged. `section` is the configuration
  /// section to which the export was added.
  package func located(_ error: ConfigurationError, in section: JSON) -> ConfigurationError {
    let prefix = "$.stackmob.objects."
    guard error.path.hasPrefix(prefix), let bracket = error.path.firstIndex(of: "[") else {
      return error
    }
    let name = String(error.path[..<bracket].dropFirst(prefix.count))
    let digits = error.path[bracket...].dropFirst().prefix { $0 != "]" }
    let own = section["objects"]?[name]?.array?.count ?? 0
    guard let number = Int(digits), number >= own,
      let file = files.first(where: { Self.schemaName(of: $0.path) == name })
    else { return error }
    return Self.error("\(file.path): object \(number - own + 1): \(error.what)")
  }

  private static func error(_ what: String) -> ConfigurationError {
    ConfigurationError(path: "$.stackmob.export", what)
  }

  private static func schemaName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return String(name.dropLast(".json".count)).lowercased()
  }

  /// Returns the names of the fields for user names and passwords, for each user schema.
  private static func userFields(in section: JSON) -> [String: (name: String, password: String)] {
    var fields = ["user": (name: "username", password: "password")]
    for schema in section["schemas"]?.array ?? [] where schema["user"]?.bool == true {
      guard let name = schema["name"]?.string else { continue }
      fields[name] = (
        schema["usernameField"]?.string ?? "username",
        schema["passwordField"]?.string ?? "password"
      )
    }
    return fields
  }

  private func read(
    _ file: File, schema: String, userFields: (name: String, password: String)?
  ) throws(ConfigurationError) -> [JSON] {
    let primaryKey = userFields?.name ?? schema + "_id"
    var objects: [JSON] = []
    var numbers: [String: Int] = [:]
    for slice in try Self.split(file) {
      let json: JSON
      do throws(JSONError) {
        json = try JSON.parse(Array(slice))
      } catch {
        throw Self.error(
          "\(file.path): object \(objects.count + 1) is not valid JSON: \(error.reason.rawValue)")
      }
      guard case .object(var object) = json else {
        throw Self.error("\(file.path): object \(objects.count + 1) is not an object")
      }
      if let id = object.removeValue(forKey: "_id") {
        if let text = id.string,
          let number = numbers.updateValue(objects.count + 1, forKey: text)
        {
          throw Self.error(
            "\(file.path): object \(objects.count + 1) has the _id of object \(number)")
        }
        object[primaryKey] = id
      }
      if let password, let field = userFields?.password, object[field] == nil {
        object[field] = .string(password)
      }
      objects.append(.object(object))
    }
    return objects
  }

  /// Returns the bytes of each JSON value in a file, which contains several values one after
  /// another.
  private static func split(_ file: File) throws(ConfigurationError) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    var depth = 0
    var start: Int?
    var isInString = false
    var isEscaped = false
    // The file may start with a byte order mark.
    let first = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for position in first..<file.bytes.count {
      let byte = file.bytes[position]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 0 { start = position }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        guard depth == 0, let begin = start else { continue }
        values.append(file.bytes[begin...position])
        start = nil
      case UInt8(ascii: "\""): isInString = depth > 0
      case 0x09, 0x0A, 0x0D, 0x20: continue
      default: if depth == 0 { depth = .min / 2 }
      }
      if depth < 0 { break }
    }
    guard depth == 0, !isInString else {
      throw error(
        "\(file.path): the text after object \(values.count) is not an object; objects follow one "
          + "after another, separated by white space")
    }
    return values
  }
}
