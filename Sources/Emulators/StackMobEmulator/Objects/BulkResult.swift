import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What became of each object of a bulk create (A8): valid ones are stored even if others fail.
struct BulkResult: Sendable {
  var succeeded: [String] = []
  var failed: [String] = []

  init() {}

  /// Stores what can be stored; an item that fails without an id is given a drawn one.
  ///
  /// - Throws: Only what is over the budget; `state` may then hold a part.
  init(
    storing bodies: [JSONObject], in schema: Schema, _ context: WriteContext,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) {
    for body in bodies {
      let current = state.schemas[schema.name] ?? schema
      do throws(Fault) {
        let creation = try ObjectCreation(body, in: current, context, &moment)
        guard state.object(creation.id, of: schema.name) == nil else {
          failed.append(creation.id)
          continue
        }
        state.store(creation, &moment)
        succeeded.append(creation.id)
      } catch {
        guard !error.isWorkLimit else { throw error }
        let id = body[schema.primaryKey]?.string
        failed.append(id ?? moment.draw(.hexadecimal(32), named: schema.name))
      }
    }
  }

  var response: Response {
    .json(
      .ok,
      [
        "succeeded": .array(succeeded.map(JSON.string)),
        "failed": .array(failed.map(JSON.string)),
      ])
  }
}
