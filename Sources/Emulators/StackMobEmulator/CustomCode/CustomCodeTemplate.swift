import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A template for the JSON response of custom code, filled with parts of the call (A21, D33).
///
/// A placeholder `{{…}}` in a string is replaced by a part of the call. If the string contains only
/// the placeholder, the part keeps its JSON type. If a member's name is only a placeholder for an
/// object, that object's members replace the member.
struct CustomCodeTemplate: Sendable, Hashable {
  let body: JSON
  var status = 200
  var contentType: String?
  /// Additional header fields of the response, whose names have already been checked.
  var headers: [FormField] = []

  init(_ body: JSON) { self.body = body }

  /// Checks that all placeholders in the template name known parts of a call.
  ///
  /// - Throws: An error with the names of the unknown parts.
  func check() throws(ProviderStateError) { try Self.check(body) }

  private static func check(_ json: JSON) throws(ProviderStateError) {
    switch json {
    case .string(let text): try check(text)
    case .array(let elements): for element in elements { try check(element) }
    case .object(let object):
      for member in object {
        try check(member.key)
        try check(member.value)
      }
    case .null, .bool, .integer, .double, .decimal: break
    }
  }

  private static func check(_ text: String) throws(ProviderStateError) {
    for piece in TemplatePiece.pieces(of: text) {
      guard case .part(let path) = piece else { continue }
      guard let first = path.first, names.contains(first) else {
        let known = names.joined(separator: ", ")
        let problem =
          "{{\(path.joined(separator: "."))}} is not a part of a call; there are: \(known)"
        throw ProviderStateError(at: .parameter("template"), problem, "\"template\": " + problem)
      }
    }
  }

  private static let names = [
    "method", "path", "user", "schema", "time", "query", "headers", "body",
  ]
}

/// A piece of a template string.
private enum TemplatePiece {
  case text(String)
  /// A placeholder: the name between the braces, split at its dots.
  case part([String])

  static func pieces(of text: String) -> [TemplatePiece] {
    let (opening, closing) = (Array("{{".utf8), Array("}}".utf8))
    var pieces: [TemplatePiece] = []
    var rest = Array(text.utf8)[...]
    while let open = rest.firstRange(of: opening),
      let close = rest[open.upperBound...].firstRange(of: closing)
    {
      if open.lowerBound > rest.startIndex {
        pieces.append(.text(String(decoding: rest[..<open.lowerBound], as: UTF8.self)))
      }
      let path = String(decoding: rest[open.upperBound..<close.lowerBound], as: UTF8.self)
      pieces.append(.part(path.parts(at: ".").map { $0[...].trimmed }))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(decoding: rest, as: UTF8.self))) }
    return pieces
  }
}

/// Fills templates with the parts of one call.
struct TemplateFiller {
  private let call: CustomCodeCall
  private let budget: WorkBudget

  init(_ call: CustomCodeCall, within budget: WorkBudget) {
    self.call = call
    self.budget = budget
  }

  /// Returns the template with its placeholders replaced by parts of the call.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func fill(_ template: JSON) throws(Fault) -> JSON {
    switch template {
    case .string(let text): return try fill(text)
    case .array(let elements):
      var filled: [JSON] = []
      for element in elements { filled.append(try fill(element)) }
      return .array(filled)
    case .object(let object): return .object(try fill(object))
    case .null, .bool, .integer, .double, .decimal: return template
    }
  }

  private func fill(_ object: JSONObject) throws(Fault) -> JSONObject {
    var parts: [JSONObject.Member] = []
    for member in object {
      let pieces = TemplatePiece.pieces(of: member.key)
      if pieces.count == 1, case .part(let path) = pieces[0] {
        parts += try part(path).object?.members ?? []
      } else {
        parts.append(JSONObject.Member(member.key, try fill(member.value)))
      }
    }
    try budget.spend(parts.count)
    var filled = MemberTable(setting: parts.count)
    for part in parts { filled.set(part.key, part.value) }
    return filled.object
  }

  private func fill(_ text: String) throws(Fault) -> JSON {
    let pieces = TemplatePiece.pieces(of: text)
    if pieces.count == 1, case .part(let path) = pieces[0] { return try part(path) }
    var filled = ""
    for piece in pieces {
      switch piece {
      case .text(let text): filled += text
      case .part(let path):
        let value = try part(path)
        if !value.isNull { filled += value.string ?? value.text() }
      }
    }
    return .string(filled)
  }

  /// Returns the part of the call that `path` names, or null if there is no such part.
  private func part(_ path: [String]) throws(Fault) -> JSON {
    let rest = path.dropFirst()
    switch path.first {
    case "method": return .string(call.request.method.rawValue)
    case "path": return .string(call.request.target.rawPath)
    case "user": return call.userName.map(JSON.string) ?? .null
    case "schema": return call.userSchema.map(JSON.string) ?? .null
    case "time": return .integer(call.milliseconds)
    case "query": return try query(rest)
    case "headers":
      let name = rest.first.flatMap { HTTPField.Name($0) }
      return name.flatMap { call.request.headers[$0] }.map(JSON.string) ?? .null
    default: return try body(rest)
    }
  }

  private func query(_ path: ArraySlice<String>) throws(Fault) -> JSON {
    let items = call.request.target.queryItems ?? []
    try budget.spend(bytes: call.request.target.raw.utf8.count)
    if let name = path.first {
      return items.last { $0.name.isExactly(name) }.map { .string($0.value ?? "") } ?? .null
    }
    var query = MemberTable(setting: items.count)
    for item in items { query.set(item.name, .string(item.value ?? "")) }
    return .object(query.object)
  }

  /// Returns the call's body as a string or, for a path that is not empty, the value at that path
  /// of the JSON body.
  private func body(_ path: ArraySlice<String>) throws(Fault) -> JSON {
    try budget.spend(bytes: call.request.body.count)
    guard !path.isEmpty else { return .string(String(decoding: call.request.body, as: UTF8.self)) }
    do throws(JSONError) {
      var value: JSON? = try JSON.parse(call.request.body)
      for name in path { value = Int(name).flatMap { value?[$0] } ?? value?[name] }
      return value ?? .null
    } catch { return .null }
  }
}
