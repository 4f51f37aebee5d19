import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Deep upsert (A16): `POST <schema>` with `X-StackMob-Relations`.
extension StackMobBackend {
  /// Upserts one tree, or several of which each is stored whole or not at all.
  ///
  /// Answers 201 with the tree where its root is new, else 200 (D13).
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
        // A permission that is lacking fails the whole call (A8, A16), work that runs out too.
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
  /// Whether a permission is lacking (A23); upserts find no object missing for other reasons.
  fileprivate var isDenial: Bool {
    [Fault.notAuthorized, .verbNotAllowed, .objectMissing].contains { $0.name == name }
  }
}

/// An object of a tree, stored with all that hangs on it (A16).
struct UpsertedObject: Sendable {
  let id: String
  /// Whether it did not exist before the call.
  let isNew: Bool
  /// The stored object, with nested objects where such were sent.
  let object: JSONObject

  /// Creates or changes the object and, before it, those at the fields that the header relates.
  ///
  /// - Throws: The refusals of A6.1, A6.2 and A23; `state` may then hold a part of the tree.
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

  /// What stands at a related field: ids to store, and for the answer objects where such were sent.
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
