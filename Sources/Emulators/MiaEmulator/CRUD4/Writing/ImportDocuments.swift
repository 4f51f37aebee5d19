import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// `POST C/import`: the documents of a file, which may have ids (A4).
  static func importDocuments(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    for body in try bodies(call, target, needsID: false) {
      let document = stamp.document(body, of: target.definition, &moment)
      if let problem = try collection.insert(document, within: call.budget) {
        throw problem.fault(state.configuration)
      }
    }
    state.crud.collections[target.slot] = collection
    return .json(.created, ["message": "File uploaded successfully"])
  }

  /// `PATCH C/import`: changes the documents that a file names by id, and makes the others.
  static func patchImport(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    var collection = state.crud.collections[target.slot]
    let stamp = DocumentStamp(call, moment)
    for body in try bodies(call, target, needsID: true) {
      let problem: DuplicateKey?
      if var known = collection.documents[body["_id"]?.string ?? ""] {
        for member in body.members { known[member.key] = member.value }
        stamp.renew(&known)
        problem = try collection.replace(known, within: call.budget)
      } else {
        problem = try collection.insert(
          stamp.document(body, of: target.definition, &moment), within: call.budget)
      }
      if let problem { throw problem.fault(state.configuration) }
    }
    state.crud.collections[target.slot] = collection
    return .json(.ok, ["message": "File uploaded successfully"])
  }

  /// The documents of the file, checked, as they are kept.
  private static func bodies(
    _ call: Call, _ target: CRUDTarget, needsID: Bool
  ) throws(Fault) -> [JSONObject] {
    var schema = target.definition.insertion
    schema.properties.append(
      .init(name: "_id", schema: target.definition.fields[0].valueSchema))
    if needsID { schema.required = ["_id"] }
    var result: [JSONObject] = []
    for (index, document) in try ImportFile.documents(call, target.definition).enumerated() {
      do throws(Fault) {
        let checked = try schema.validated(document, at: "record", within: call.budget)
        result.append(target.definition.stored(checked.object ?? [:]))
      } catch {
        throw error.isWorkLimit ? error : ImportFile.refused(index, error.message)
      }
    }
    return result
  }
}
