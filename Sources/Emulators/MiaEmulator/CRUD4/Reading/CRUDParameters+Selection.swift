import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension CRUDParameters {
  /// Which documents are meant; without `_st` those that are public.
  ///
  /// - Throws: ``Fault/crudText``, ``Fault/crudFilter`` and ``Fault/crudDatabase``.
  func selection(id: String? = nil, anyState: Bool = false) throws(Fault) -> CRUDSelection {
    var parts: [Filter] = []
    if let text = try encodedText(.query) {
      parts.append(try CRUDFilterText.parse(text, definition, within: budget))
    }
    parts += fields
    let states = (text(.states) ?? "PUBLIC").split(separator: ",").map(String.init)
    return CRUDSelection(
      filter: parts.count == 1 ? parts[0] : .and(parts),
      rows: try CRUDFilterText.rows(request, definition, within: budget),
      states: anyState ? nil : states, id: id)
  }

  /// The order asked for; empty without `_s`.
  func order() throws(Fault) -> [MongoSort.Key] {
    var keys: [MongoSort.Key] = []
    for text in values[.sort]?.compactMap(\.string) ?? [] {
      for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
        let descending = piece.hasPrefix("-")
        let key = MongoSort.Key(
          String(descending ? piece.dropFirst() : piece), descending: descending)
        guard let field = definition.field(key.path.root), field.kind != .geoPoint,
          !key.path.names.contains("")
        else {
          let names = definition.fields.filter { $0.kind != .geoPoint }.map(\.name)
          throw .validation(
            "querystring/_s must match pattern \"^-?(\(names.joined(separator: "|")))(\\..+)?$\"")
        }
        keys.append(key)
      }
    }
    return keys
  }
}
