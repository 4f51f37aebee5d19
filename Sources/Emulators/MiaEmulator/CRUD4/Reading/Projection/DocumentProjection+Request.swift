import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension DocumentProjection {
  /// What a request asks for, within what its caller may read.
  init(_ parameters: CRUDParameters) throws(Fault) {
    let definition = parameters.definition
    self.definition = definition
    let columns = NameList.columns(.aclReadColumns, of: parameters.request)
    self.columns = columns
    guard let raw = try parameters.encodedText(.rawProjection) else {
      computed = []
      hasID = true
      guard let text = parameters.text(.projection) else {
        choice = .all
        return
      }
      // Columns and names are compared as a whole, so a path is no column.
      let names = NameList.names(text)
      let known = names.filter { columns?.contains(ExactText($0)) ?? true }.map(FilterPath.init)
      choice = .only(known.filter { definition.field($0.root) != nil })
      return
    }
    guard parameters.text(.projection) == nil else { throw .crudBothProjections }
    let projection = try RawProjection(raw, within: parameters.budget)
    computed = projection.computed
    hasID = !projection.excluded.contains { $0.text == "_id" }
    guard !projection.isInclusive else {
      choice = .only(projection.included)
      return
    }
    if let columns, projection.excluded.contains(where: { columns.contains(ExactText($0.root)) }) {
      throw .crudProjectionOfColumn
    }
    choice = .without(projection.excluded)
  }
}
