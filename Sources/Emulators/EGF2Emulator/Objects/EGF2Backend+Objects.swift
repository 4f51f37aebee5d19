import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers that create, read, update and delete single objects (A7).
extension EGF2Backend {
  static func createObject(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try ObjectBody.read(call)
    let requester = Requester(call.request, state, moment)
    let type = body["object_type"]?.string.flatMap(state.schema.type(named:))
    try state.admit(requester, type?.rules[.post], to: nil, body: body)
    guard let type else { throw .accessForbidden }
    let fields = try ObjectBody.fields(body, of: type, by: requester.userID)
    return EGF2Envelope.json(
      try state.create(
        fields, of: type, by: requester.userID, &moment, within: call.budget))
  }

  static func readObject(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    let requester = Requester(call.request, state, moment)
    let id = requester.resolve(call["id"])
    try state.admit(requester, state.rule(.get, of: id), to: id)
    let expand = try ExpandParser.parse(call.query["expand"], state.schema.pagination)
    guard let object = state.record(id) else { throw .objectNotExists.filled(["id": id]) }
    guard object["deleted_at"] == nil else { throw .objectWasDeleted }
    return EGF2Envelope.json(
      try GraphReader(state, userID: requester.userID, within: call.budget).expand(object, expand))
  }

  static func updateObject(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try ObjectBody.read(call)
    let requester = Requester(call.request, state, moment)
    let id = requester.resolve(call["id"])
    try state.admit(requester, state.rule(.put, of: id), to: id)
    guard let type = state.schema.type(ofID: id) else { throw .accessForbidden }
    guard !body.isEmpty else { throw .emptyBody }
    let changes = try ObjectBody.changes(body, of: type, in: state.schema, within: call.budget)
    return EGF2Envelope.json(
      try state.update(
        id, with: changes.fields, removing: changes.removed, by: requester.userID, &moment,
        within: call.budget))
  }

  static func deleteObject(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    _ = try call.body()
    let requester = Requester(call.request, state, moment)
    let id = requester.resolve(call["id"])
    try state.admit(requester, state.rule(.delete, of: id), to: id)
    try state.delete(id, by: requester.userID, &moment, within: call.budget)
    return EGF2Envelope.json(["deleted_at": .now(moment)])
  }
}
