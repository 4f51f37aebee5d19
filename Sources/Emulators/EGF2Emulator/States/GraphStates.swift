import GhostlightCore
import GhostlightEmulation

/// Brings provider states of the graph about.
struct GraphStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  /// Stores an object; one of the same id gives way.
  func object(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let given = try parameters.object("object")
    guard let name = given["object_type"]?.string, let type = state.schema.type(named: name) else {
      let names = state.schema.types.map(\.name).joined(separator: ", ")
      throw ProviderStateProblem("the object's \"object_type\" must be one of: \(names)")
    }
    var draft = given
    if let id = given["id"] {
      guard let text = id.string, ObjectID.isWellFormed(text),
        state.schema.type(ofID: text) === type
      else {
        throw ProviderStateProblem(
          "the object's \"id\" must be a lower-case UUID, a dash and \"\(type.code)\"")
      }
    } else {
      draft["id"] = .string(state.newID(of: type, &moment))
    }
    let created = given["created_at"] ?? .now(moment)
    draft["created_at"] = created
    draft["modified_at"] = given["modified_at"] ?? created
    do throws(Fault) {
      let object = try Validation(state.schema, within: .unlimited).checked(draft, as: type)
      try state.checkUnique(object, of: type)
      state.store(object)
      return ["id": object["id"] ?? .null, "object": .object(object)]
    } catch { throw ProviderStateProblem("the object is refused: \(error.message)") }
  }

  /// Links two objects, newest of the edge; a link that is there stays where it is.
  func edge(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let link = GraphLink(
      source: try parameters.string("source"), edge: try parameters.string("edge"),
      destination: try parameters.string("destination"))
    guard let type = state.schema.type(ofID: link.source), let edge = type.edge(link.edge) else {
      throw ProviderStateProblem(
        "there is no edge \"\(link.edge)\" of \"\(link.source)\"; give an id of a type with it")
    }
    guard let destination = state.schema.type(ofID: link.destination),
      edge.contains.contains(destination.name)
    else {
      throw ProviderStateProblem(
        "\"\(link.destination)\" is nothing that the edge may hold; it may hold: "
          + edge.contains.joined(separator: ", "))
    }
    if !state.edges.contains(link) { state.connect(link) }
    let count = state.edges.list(of: link.source, link.edge)?.count ?? 0
    return ["count": .integer(Int64(count))]
  }
}
