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
    default: throw .badRequest.because("the body is neither a JSON object nor an array of them")
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
