import GhostlightCore
import GhostlightEmulation

extension DocumentProjection {
  /// The answer with the fields that are made; they know no more of the document than the caller.
  func computing(
    _ answer: JSONObject, _ document: JSONObject
  ) throws(Fault) -> JSONObject {
    var readable: JSONObject = [:]
    for member in document.members where isReadable(member.key) {
      readable.append(member.key, member.value)
    }
    let scope = ProjectionScope(readable)
    var result = JSON.object(answer)
    for field in computed where isReadable(field.path.root) {
      let names = field.path.names[...]
      let old = DocumentPath.value(at: names, in: .object(readable))
      let value: JSON?
      switch (field.content, old) {
      case (.expression(let expression), _): value = try scope.value(of: expression)
      case (.slice(let slice), .array(let elements)?):
        value = .array(slice.applied(to: elements))
      case (.element(let condition), .array(let elements)?):
        value = elements.first { condition.holds(of: .array([$0])) }.map { .array([$0]) }
      case (.slice, _): value = old
      case (.element, _): value = .none
      }
      result = try DocumentPath.writing(value, at: names, in: result) ?? result
    }
    return result.object ?? answer
  }
}
