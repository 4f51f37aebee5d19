import GhostlightCore
import GhostlightEmulation

/// Functions that read the body of a request that creates or updates an object (A8).
enum ObjectBody {
  /// Returns the members of the body, with all strings sanitized.
  ///
  /// - Throws: A refusal if the body is not valid JSON.
  static func read(_ call: Call) throws(Fault) -> JSONObject {
    var members = try call.body().members
    for position in members.indices {
      guard let text = members[position].value.string else { continue }
      // The sanitizer visits each byte.
      try call.budget.spend(text.utf8.count >> 3)
      members[position].value = .string(Sanitizer.clean(text))
    }
    return JSONObject(uniqueMembers: members)
  }

  /// Returns the fields of a new object.
  ///
  /// Values that the service sets automatically replace those that the client sent.
  ///
  /// - Throws: A refusal for the first field that clients may not set.
  static func fields(
    _ body: JSONObject, of type: ObjectType, by user: String?, source: JSONObject? = nil
  ) throws(Fault) -> JSONObject {
    for member in body {
      guard type.field(member.key)?.editMode?.allowsCreate == true else {
        throw .notEditable(member.key)
      }
    }
    var result = body
    for field in type.fields {
      guard let value = field.autoValue else { continue }
      switch value {
      case .caller: result[field.name] = user.map(JSON.string)
      case .source(let name): result[field.name] = source?[name]
      case .unknown: throw .incorrectDefaultValue
      }
    }
    return result
  }

  /// Returns the fields that an update changes, and the names of the fields that it removes.
  ///
  /// - Throws: A refusal for the first field that clients may not change.
  static func changes(
    _ body: JSONObject, of type: ObjectType, in schema: GraphSchema, within budget: WorkBudget
  ) throws(Fault) -> (fields: JSONObject, removed: [String]) {
    if let name = body["object_type"] { _ = try Self.type(named: name, in: schema) }
    var fields = body
    let removed = try removedNames(fields.removeValue(forKey: Self.deletion))
    try budget.spend(body.count + removed.count, times: type.fields.count >> 3 + 1)
    for name in body.keys where name != Self.deletion {
      guard type.field(name)?.editMode?.allowsUpdate == true else { throw .notEditable(name) }
    }
    for name in removed where type.field(name)?.editMode?.allowsUpdate != true {
      throw .notEditable(name)
    }
    return (fields, removed)
  }

  /// Returns the object type whose name is in a body.
  ///
  /// - Throws: A refusal if there is no type with this name.
  static func type(named name: JSON, in schema: GraphSchema) throws(Fault) -> ObjectType {
    guard let text = name.string, let type = schema.type(named: text) else {
      throw .incorrectObjectType.filled(["type": name.string ?? name.text()])
    }
    return type
  }

  /// The name of the body's member that lists the fields to remove.
  private static let deletion = "delete_fields"

  private static func removedNames(_ list: JSON?) throws(Fault) -> [String] {
    guard let list else { return [] }
    var names: [String] = []
    for element in list.array ?? [list] {
      guard list.array != nil, let name = element.string else { throw .notEditable(deletion) }
      names.append(name)
    }
    return names
  }
}

extension Fault {
  fileprivate static func notEditable(_ field: String) -> Fault {
    notEditableField.filled(["field": field])
  }
}

/// Removes all but simple HTML tags from the strings of a body (A8, "Sanitising").
enum Sanitizer {
  private static let allowed: Set<String> = [
    "b", "i", "u", "s", "a", "br", "ul", "ol", "li", "div", "span",
  ]

  /// Returns a string without dangerous HTML.
  ///
  /// Allowed tags lose their attributes. Other tags and comments are removed, scripts together with
  /// their contents. Single angle brackets are escaped.
  static func clean(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(less) || bytes.contains(greater) else { return text }
    return String(decoding: cleanTags(withoutComments(bytes)), as: UTF8.self)
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")
  private static let slash = UInt8(ascii: "/")

  /// Returns a string without HTML comments.
  ///
  /// A comment that is not closed extends to the end of the string.
  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    let opening = Array("<!--".utf8)
    let closing = Array("-->".utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstRange(of: opening) {
      result += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstRange(of: closing) else { return result }
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private static func cleanTags(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard bytes[position] == less, let end = tagEnd(bytes, from: position) else {
        escape(bytes[position], to: &output)
        position += 1
        continue
      }
      let tag = Array(bytes[(position + 1)..<end])
      position = end + 1
      let name = tagName(tag)
      if name == "script", tag.first != slash {
        position = scriptEnd(bytes, from: position)
      } else if allowed.contains(name) {
        output += printed(name, tag)
      }
    }
    return output
  }

  /// Returns the index of the `>` that ends a tag; `nil` if there is none, or if another `<` comes
  /// first.
  ///
  /// Both characters are ignored in the quoted value of an attribute.
  private static func tagEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    var position = start + 1
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == greater {
        return position
      } else if byte == less {
        return nil
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        bytes[position - 1] == UInt8(ascii: "=")
      {
        quote = byte
      }
      position += 1
    }
    return nil
  }

  /// Returns the index after a script's end tag, or after the last byte if there is no end tag.
  private static func scriptEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      if bytes[position] == less, let end = tagEnd(bytes, from: position) {
        let tag = Array(bytes[(position + 1)..<end])
        if tag.first == slash, tagName(tag) == "script" { return end + 1 }
      }
      position += 1
    }
    return bytes.count
  }

  /// Returns a tag's name: the characters before the first space, in lower case, without slashes.
  ///
  /// The name of `< b>` is empty.
  private static func tagName(_ tag: [UInt8]) -> String {
    var name = tag.prefix { !isSpace($0) }.map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
    if name.first == slash { name.removeFirst() }
    if name.last == slash { name.removeLast() }
    return String(decoding: name, as: UTF8.self)
  }

  private static func printed(_ name: String, _ tag: [UInt8]) -> [UInt8] {
    if tag.first == slash { return Array("</\(name)>".utf8) }
    let last = tag.last { !isSpace($0) }
    return Array((last == slash ? "<\(name) />" : "<\(name)>").utf8)
  }

  private static func escape(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case less: output += Array("&lt;".utf8)
    case greater: output += Array("&gt;".utf8)
    default: output.append(byte)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
