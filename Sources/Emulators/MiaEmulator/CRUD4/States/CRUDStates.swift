import GhostlightCore
import GhostlightEmulation

/// Brings provider states of the CRUD service about.
struct CRUDStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  /// Defines a collection.
  func collection(_ state: inout MiaState) throws(ProviderStateProblem) -> JSONObject {
    let json = try parameters.object("definition")
    let word = try parameters.string("access", default: CollectionAccess.secreted.rawValue)
    guard let access = CollectionAccess(rawValue: word) else {
      throw ProviderStateProblem("the parameter \"access\" must be public, secreted or login")
    }
    let definition: CRUDDefinition
    do throws(DefinitionProblem) { definition = try CRUDDefinition(json) } catch {
      throw ProviderStateProblem("the definition is none: \(error.message)")
    }
    state.crud.define(CRUDCollection(definition, access: access))
    return ["collection": .string(definition.endpoint)]
  }

  /// Puts a document into a collection; one of the same id makes way.
  func document(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let slot = try slot(state)
    let body = try parameters.object("document")
    let definition = state.crud.collections[slot].definition
    var schema = definition.insertion
    for field in definition.fields.prefix(CRUDDefinition.standard.count)
    where field.name != "__STATE__" {
      schema.properties.append(.init(name: field.name, schema: field.valueSchema))
    }
    let checked: JSONObject
    do throws(Fault) {
      checked = try schema.validated(.object(body), at: "document").object ?? [:]
    } catch { throw ProviderStateProblem(error.message) }
    let stored = definition.stored(checked)
    let creator = stored["creatorId"]?.string ?? "public"
    var document = DocumentStamp(user: creator, milliseconds: moment.milliseconds)
      .document(stored, of: definition, &moment)
    let id = document["_id"]?.string ?? ""
    for name in CRUDDefinition.standard {
      if let given = stored[name] { document[name] = given }
    }
    state.crud.collections[slot].documents.remove(id)
    do throws(Fault) {
      let problem = try state.crud.collections[slot].insert(document, within: .unlimited)
      if let problem { throw problem.fault(state.configuration) }
    } catch { throw ProviderStateProblem(error.message) }
    return ["id": .string(id), "document": .object(document)]
  }

  /// Removes all documents of a collection.
  func clear(_ state: inout MiaState) throws(ProviderStateProblem) -> JSONObject {
    let slot = try slot(state)
    let old = state.crud.collections[slot]
    state.crud.collections[slot] = CRUDCollection(old.definition, access: old.access)
    return [:]
  }

  private func slot(_ state: MiaState) throws(ProviderStateProblem) -> Int {
    let name = try parameters.string("collection")
    let collections = state.crud.collections
    let slot =
      state.crud.position(of: name)
      ?? collections.firstIndex { name.isExactly($0.definition.name) }
    guard let slot else {
      let known = collections.map(\.definition.endpoint).joined(separator: ", ")
      throw ProviderStateProblem("no collection is named \"\(name)\"; there are: \(known)")
    }
    return slot
  }
}
