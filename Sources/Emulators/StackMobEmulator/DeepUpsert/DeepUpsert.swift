import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of deep upserts (A16): `POST <schema>` and `PUT <schema>/<id>` with
/// `X-StackMob-Relations`.
extension StackMobBackend {
  /// Upserts one tree of objects, or several trees.
  ///
  /// Each tree is stored completely or not at all. The response to a single tree contains the tree;
  /// its status is 201 if the root is new, otherwise 200 (D13).
  static func upsert(
    _ body: JSON, in schema: Schema, _ context: WriteContext, _ state: inout StackMobState,
    _ moment: inout Moment
  ) throws(Fault) -> Response {
    switch body {
    case .object(let tree):
      var draft = state
      let root = try UpsertedObject(tree, in: schema, context, &draft, &moment)
      state = draft
      return .json(root.isNew ? .created : .ok, .object(root.object))
    case .array(let elements):
      let trees = try RequestBody.objects(elements)
      return try upsertMany(trees, in: schema, context, &state, &moment)
    default:
      throw .badRequest.withReason(
        "the body is neither a JSON object nor an array of them", section: "A16")
    }
  }

  /// Updates an existing object and upserts the objects in it: `PUT` with `X-StackMob-Relations`.
  ///
  /// - Throws: ``Fault/primaryKeyChange`` if the tree has another id, ``Fault/objectMissing`` if the
  ///   object does not exist or the caller may not update it, or the refusals of A16.
  static func upsert(
    _ tree: JSONObject, of id: String, in schema: Schema, _ entitlement: Entitlement,
    _ context: WriteContext, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard tree[schema.primaryKey] ?? .string(id) == .string(id) else {
      throw .primaryKeyChange.filled(["field": schema.primaryKey])
    }
    guard let object = state.object(id, of: schema.name),
      try entitlement.admits(object, in: state, context.budget)
    else { throw .objectMissing }
    var tree = tree
    tree[schema.primaryKey] = .string(id)
    return try upsert(.object(tree), in: schema, context, &state, &moment)
  }

  private static func upsertMany(
    _ trees: [JSONObject], in schema: Schema, _ context: WriteContext,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    var all = state
    var result = BulkResult()
    for tree in trees {
      var draft = all
      do throws(Fault) {
        let current = draft.schemas[schema.name] ?? schema
        let root = try UpsertedObject(tree, in: current, context, &draft, &moment)
        all = draft
        result.succeeded.append(root.id)
      } catch {
        // If a permission is missing or the budget is used up, the complete call fails (A8, A16).
        guard !error.isDenial, !error.isWorkLimit else { throw error }
        result.failed.append(
          tree[schema.primaryKey]?.string ?? moment.draw(.hexadecimal(32), named: schema.name))
      }
    }
    state = all
    return result.response
  }
}

extension Fault {
  /// Whether the reason for the refusal is a missing permission (A23).
  ///
  /// An upsert creates missing objects, so ``objectMissing`` means that permissions hide the
  /// object.
  fileprivate var isDenial: Bool {
    [Fault.notAuthorized, .verbNotAllowed, .objectMissing].contains { $0.name == name }
  }
}

/// The root of a tree, stored together with all objects below it (A16).
struct UpsertedObject: Sendable {
  let id: String
  /// Whether this call created the object.
  let isNew: Bool
  /// The stored object, with nested objects in those fields in which the client sent objects.
  let object: JSONObject

  /// Creates or updates an object, after the objects in its relationship fields.
  ///
  /// The request's header field `X-StackMob-Relations` names these fields.
  ///
  /// - Throws: The refusals of A6.1, A6.2 and A23. `state` may then contain a part of the tree.
  init(
    _ tree: JSONObject, in schema: Schema, _ context: WriteContext,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) {
    let sentID = tree[schema.primaryKey]?.string
    isNew = sentID.flatMap { state.object($0, of: schema.name) } == nil
    _ = try state.authorize(isNew ? .create : .update, on: schema, by: context.caller)
    try context.budget.spend(2 * tree.count + 4)
    var body = JSONObject()
    var nested: [JSONObject.Member] = []
    for member in tree {
      guard let target = context.relation(of: member.key) else {
        body.append(member.key, member.value)
        continue
      }
      if let known = schema[member.key] {
        guard case .relationship(target, _) = known else {
          let row: Fault = isNew ? .wrongTypeOnCreate : .wrongTypeOnUpdate
          throw row.filled(["field": member.key]).withReason(
            "its type is \(known.name), and X-StackMob-Relations names \(target)")
        }
      }
      let related = try Self.relate(
        member.value, to: target, context.inside(member.key), &state, &moment)
      body.append(member.key, related.ids)
      if let objects = related.objects { nested.append(.init(member.key, objects)) }
    }
    let written = try Self.write(
      body, in: state.schemas[schema.name] ?? schema, context, &state, &moment)
    id = written.id
    var object = MemberTable(written.object, setting: nested.count)
    for member in nested { object.set(member.key, member.value) }
    self.object = object.object
  }

  private static func write(
    _ body: JSONObject, in schema: Schema, _ context: WriteContext,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> (id: String, object: JSONObject) {
    if let id = body[schema.primaryKey]?.string, state.object(id, of: schema.name) != nil {
      let entitlement = try state.authorize(.update, on: schema, by: context.caller)
      let update = try ObjectUpdate(body, of: id, in: schema, entitlement, context, state, moment)
      state.apply(update, &moment)
      return (id, update.object)
    }
    let creation = try ObjectCreation(body, in: schema, context, &moment)
    state.store(creation, &moment)
    return (creation.id, creation.object)
  }

  /// The value of a relationship field: the ids to store, and the objects for the response.
  ///
  /// The objects are `nil` if the client sent ids instead of objects.
  private struct Related {
    var ids: JSON
    var objects: JSON?
  }

  private static func relate(
    _ value: JSON, to target: String, _ context: WriteContext, _ state: inout StackMobState,
    _ moment: inout Moment
  ) throws(Fault) -> Related {
    switch value {
    case .object(let tree):
      let child = try upsert(tree, in: target, context, &state, &moment)
      return Related(ids: .string(child.id), objects: .object(child.object))
    case .array(let elements):
      var related = Related(ids: [])
      var ids: [JSON] = []
      var objects: [JSON] = []
      for element in elements {
        guard case .object(let tree) = element else {
          ids.append(element)
          objects.append(element)
          continue
        }
        let child = try upsert(tree, in: target, context, &state, &moment)
        ids.append(.string(child.id))
        objects.append(.object(child.object))
      }
      related.ids = .array(ids)
      related.objects = .array(objects)
      return related
    default: return Related(ids: value)
    }
  }

  private static func upsert(
    _ tree: JSONObject, in name: String, _ context: WriteContext,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> UpsertedObject {
    let schema = try StackMobBackend.schemaToWrite(name, state)
    return try UpsertedObject(tree, in: schema, context, &state, &moment)
  }
}
