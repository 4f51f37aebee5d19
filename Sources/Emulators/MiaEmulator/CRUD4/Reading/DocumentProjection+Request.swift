import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension DocumentProjection {
  /// What a request asks for, within what its caller may read.
  init(
    _ request: Request, _ definition: CRUDDefinition, _ parameters: CRUDParameters? = nil
  ) throws(Fault) {
    self.definition = definition
    let columns = request.headers.value(of: .aclReadColumns).map { Set(Self.list($0)) }
    self.columns = columns
    guard let raw = try parameters?.encodedText(.rawProjection) else {
      guard let text = parameters?.text(.projection) else {
        choice = .all
        return
      }
      // Columns and names are compared as a whole, so a path is no column.
      let names = Self.list(text)
      let known = names.filter { columns?.contains($0) ?? true }.map(FilterPath.init)
      choice = .only(known.filter { definition.field($0.root) != nil })
      return
    }
    guard parameters?.text(.projection) == nil else { throw .crudBothProjections }
    choice = try Self.choice(raw, columns)
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  private static func choice(_ text: String, _ columns: Set<String>?) throws(Fault) -> Choice {
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(text) } catch {
      throw .crudText.filled(["message": error.description])
    }
    guard case .object(let object) = value else {
      throw .database("projection must be an object")
    }
    var included: [FilterPath] = []
    var excluded: [FilterPath] = []
    for member in object.members {
      try refuseOperators(member.value)
      guard !member.key.isEmpty, !member.key.hasPrefix("$") else {
        throw .crudProjectionOperator.filled(["name": member.key])
      }
      if FilterValue.isTrue(member.value) {
        included.append(FilterPath(member.key))
      } else {
        excluded.append(FilterPath(member.key))
      }
    }
    let others = excluded.filter { $0.text != "_id" }
    guard included.isEmpty || others.isEmpty else {
      throw .database("Cannot do exclusion on field \(others[0].text) in inclusion projection")
    }
    if included.isEmpty, let columns, excluded.contains(where: { columns.contains($0.root) }) {
      throw .crudProjectionOfColumn
    }
    return included.isEmpty ? .without(excluded) : .only(included)
  }

  private static func refuseOperators(_ value: JSON) throws(Fault) {
    switch value {
    case .object(let object):
      throw .crudProjectionOperator.filled(["name": object.keys.first ?? "{}"])
    case .string(let text): throw .crudProjectionOperator.filled(["name": text])
    case .array: throw .crudProjectionOperator.filled(["name": "$literal"])
    default: break
    }
  }
}
