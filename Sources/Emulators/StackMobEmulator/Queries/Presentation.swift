import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// How objects are returned: expanded to a depth (A10.8) and cut to a selection (A10.7).
struct Presentation: Sendable {
  private let depth: Int
  private let selection: Selection?
  private let caller: Caller
  private static let deepest = 3

  /// Reads `X-StackMob-Expand` or `_expand`, and `X-StackMob-Select`.
  ///
  /// - Throws: ``Fault/badRequest`` for a depth that is no number, ``Fault/selectTooDeep``.
  init(_ call: Call) throws(Fault) {
    caller = call.caller
    depth = try Self.depth(call)
    selection = try Selection(call.request.headers.value(of: .stackMobSelect), expansion: depth)
  }

  private static func depth(_ call: Call) throws(Fault) -> Int {
    var text = call.request.headers.value(of: .stackMobExpand)
    if text == nil, call.request.target.rawQuery?.contains("_expand") == true {
      text = call.request.target.queryItems?.first { $0.name == "_expand" }?.value
    }
    guard let text else { return 0 }
    guard let depth = Int(text[...].trimmed), depth >= 0 else {
      throw .badRequest.because("\"\(text)\" is no depth of expansion; use 1 to 3")
    }
    return min(depth, deepest)
  }

  /// The object as the client gets it.
  func present(_ object: JSONObject, of schema: Schema, _ state: StackMobState) -> JSON {
    guard depth > 0 || selection != nil else { return .object(object) }
    return .object(shape(object, of: schema, depth, selection, state))
  }

  private func shape(
    _ object: JSONObject, of schema: Schema, _ depth: Int, _ selection: Selection?,
    _ state: StackMobState
  ) -> JSONObject {
    var result = JSONObject()
    for member in object {
      let isSelected = selection?.includes(member.key) ?? true
      guard isSelected || member.key == schema.primaryKey else { continue }
      var value = member.value
      if depth > 0, case .relationship(let target, _) = schema[member.key],
        let related = state.schemas[target]
      {
        let inner = selection?.inside(member.key)
        let readable = state.readable(of: related, by: caller)
        value = expand(value, related, readable, depth - 1, inner, state)
      }
      result[member.key] = value
    }
    return result
  }

  /// The objects for the ids; an id stays whose object is gone, or hidden from the caller (A23).
  private func expand(
    _ value: JSON, _ schema: Schema, _ readable: Entitlement, _ depth: Int,
    _ selection: Selection?, _ state: StackMobState
  ) -> JSON {
    switch value {
    case .array(let ids):
      return .array(ids.map { expand($0, schema, readable, depth, selection, state) })
    case .string(let id):
      guard let object = state.object(id, of: schema.name), readable.admits(object, in: state)
      else { return value }
      return .object(shape(object, of: schema, depth, selection, state))
    default: return value
    }
  }
}
