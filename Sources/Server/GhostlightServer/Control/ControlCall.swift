import Ghostlight
import GhostlightCore
import GhostlightEmulation

/// Reads the parts that control calls have in common.
struct ControlCall {
  private let call: Call
  /// The members of the body; none where there is no body.
  let body: JSONObject
  private let query: [QueryItem]

  /// - Throws: ``Fault/controlBadRequest`` where body or query is malformed.
  init(_ call: Call) throws(Fault) {
    self.call = call
    guard let items = call.request.target.queryItems else {
      throw Self.refusal("the query has a malformed percent escape")
    }
    query = items
    guard !call.request.body.isEmpty else {
      body = [:]
      return
    }
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(call.request.body)
    } catch {
      throw Self.refusal("the body is no JSON: \(error)")
    }
    guard case .object(let object) = json else { throw Self.refusal("the body is no JSON object") }
    body = object
  }

  static func refusal(_ what: String) -> Fault { .controlBadRequest.filled(["what": what]) }

  /// What a well-formed call asks for does not fit the stage.
  static func conflict(_ what: String) -> Fault { .controlConflict.filled(["what": what]) }

  /// Lets an administrator's change happen.
  ///
  /// - Throws: ``Fault/controlNotKept`` where the stage keeps changes and could not.
  static func kept<Result>(
    _ body: () throws(ChangeLogProblem) -> Result
  ) throws(Fault) -> Result {
    do throws(ChangeLogProblem) {
      return try body()
    } catch {
      throw .controlNotKept.filled(["what": error.description])
    }
  }

  /// The namespace named in the body or query, else `default`.
  func namespace(_ context: ControlContext) throws(Fault) -> Namespace {
    let name = try text("namespace") ?? Stage.defaultNamespace
    do throws(NamespaceProblem) {
      return try context.stage.namespace(name)
    } catch {
      throw Self.refusal(error.description)
    }
  }

  /// The emulator named in the body or query, which must exist.
  func emulator(_ context: ControlContext) throws(Fault) -> String? {
    guard let name = try text("emulator") else { return nil }
    let known = context.stage.configuration.emulators.map(\.name)
    guard known.contains(name) else {
      throw Self.refusal(
        "no emulator is named \"\(name)\"; there are: \(known.joined(separator: ", "))")
    }
    return name
  }

  /// A text of the body or the query.
  func text(_ name: String) throws(Fault) -> String? {
    guard let value = body[name] else { return query.first { $0.name == name }?.value }
    guard let text = value.string else { throw Self.refusal("\"\(name)\" must be a string") }
    return text
  }

  /// A whole number of the query.
  func number(_ name: String) throws(Fault) -> Int? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    let text = item.value ?? ""
    guard let number = Int(text), number >= 0 else {
      throw Self.refusal("\"\(name)\" must be a whole number from 0")
    }
    return number
  }

  /// `true` or `false` in the query.
  func flag(_ name: String) throws(Fault) -> Bool? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    guard let flag = Bool(item.value ?? "") else {
      throw Self.refusal("\"\(name)\" must be true or false")
    }
    return flag
  }

  /// Refuses members that the call does not know.
  func allowOnly(_ names: String...) throws(Fault) {
    for key in body.keys where !names.contains(key) {
      throw Self.refusal(
        "there is no member \"\(key)\"; there are: \(names.joined(separator: ", "))")
    }
  }
}
