import GhostlightCore
import GhostlightEmulation

/// Which fields of a document are answered, and in which form (A7).
struct DocumentProjection: Sendable {
  /// A choice of fields.
  enum Choice: Sendable {
    /// All fields.
    case all
    /// These paths and the id; `x.$` is the element that the filter matches.
    case only([FilterPath])
    /// All but these paths.
    case without([FilterPath])
  }

  let choice: Choice
  /// The fields that are made, after those that are chosen.
  let computed: [ComputedField]
  /// Whether the id is answered.
  let hasID: Bool
  /// The only fields the caller may read.
  let columns: Set<String>?
  let definition: CRUDDefinition

  /// The document as it goes out; `filter` is what found it.
  ///
  /// - Throws: ``Fault/crudDatabase`` where an expression meets a value of the wrong kind.
  func answer(
    _ document: JSONObject, foundBy filter: Filter? = nil
  ) throws(Fault) -> JSONObject {
    if case .all = choice, columns == nil, !definition.hasPlaces { return document }
    var result: JSONObject = [:]
    let chosen: JSONObject =
      switch choice {
      case .all: document
      case .only(let paths): only(paths, of: document, filter)
      case .without(let paths): without(paths, document)
      }
    for member in chosen.members {
      guard let field = definition.field(member.key), isReadable(member.key) else { continue }
      result.append(member.key, Self.answer(member.value, field))
    }
    return computed.isEmpty ? result : try computing(result, document)
  }

  /// The names of the fields that answers may have, in the definition's order.
  var names: [String] {
    var names: [String] = []
    for name in definition.fields.map(\.name) where isReadable(name) {
      switch choice {
      case .all: names.append(name)
      case .only(let paths):
        if name == "_id" ? hasID : paths.contains(where: { $0.root == name }) { names.append(name) }
      case .without(let paths):
        if !paths.contains(where: { $0.names == [name] }) { names.append(name) }
      }
    }
    for field in computed where !names.contains(field.path.root) && isReadable(field.path.root) {
      names.append(field.path.root)
    }
    return names
  }

  func isReadable(_ name: String) -> Bool {
    guard name != "_id", let columns else { return true }
    return columns.contains(name)
  }

  private static func answer(_ value: JSON, _ field: CRUDField) -> JSON {
    guard field.kind == .geoPoint, let place = value["coordinates"] else { return value }
    return place
  }

  private func only(
    _ paths: [FilterPath], of document: JSONObject, _ filter: Filter?
  ) -> JSONObject {
    var result: JSONObject = [:]
    for member in document.members {
      let below = paths.filter { $0.root == member.key }
      let isID = member.key == "_id"
      guard isID ? hasID : !below.isEmpty else { continue }
      if isID || below.contains(where: \.isField) {
        result.append(member.key, member.value)
      } else if below.contains(where: { $0.names == [member.key, "$"] }) {
        guard let position = filter?.position(inArray: member.key, of: document),
          let element = member.value[position]
        else { continue }
        result.append(member.key, .array([element]))
      } else if let reduced = Self.reduced(member.value, to: below.map { $0.names.dropFirst() }) {
        result.append(member.key, reduced)
      }
    }
    return result
  }

  /// The value with these paths alone, or `nil` for what has no members.
  private static func reduced(_ value: JSON, to paths: [ArraySlice<String>]) -> JSON? {
    switch value {
    case .object(let object):
      var result: JSONObject = [:]
      for member in object.members {
        let below = paths.filter { $0.first == member.key }
        guard !below.isEmpty else { continue }
        if below.contains(where: { $0.count == 1 }) {
          result.append(member.key, member.value)
        } else if let inner = reduced(member.value, to: below.map { $0.dropFirst() }) {
          result.append(member.key, inner)
        }
      }
      return .object(result)
    case .array(let elements): return .array(elements.compactMap { reduced($0, to: paths) })
    default: return .none
    }
  }

  private func without(_ paths: [FilterPath], _ document: JSONObject) -> JSONObject {
    var result = JSON.object(document)
    for path in paths { result = Self.removing(path.names[...], from: result) }
    return result.object ?? [:]
  }

  private static func removing(_ names: ArraySlice<String>, from value: JSON) -> JSON {
    guard let name = names.first else { return value }
    switch value {
    case .object(var object):
      if names.count == 1 {
        object[name] = nil
      } else if let inner = object[name] {
        object[name] = removing(names.dropFirst(), from: inner)
      }
      return .object(object)
    case .array(let elements): return .array(elements.map { removing(names, from: $0) })
    default: return value
    }
  }
}
