import GhostlightCore
import GhostlightEmulation

/// The check that a call has only inputs that its description has.
///
/// A misspelled parameter would otherwise have no effect, and the call would return the answer to a
/// different question.
extension OpenAPIOperation {
  /// Throws an error if a call has an unknown or repeated query parameter, or a body although it
  /// takes none.
  func check(_ request: Request) throws(Fault) {
    if request.target.hasQuery { try checkQuery(of: request) }
    guard body == nil, !request.body.isEmpty else { return }
    // An empty object has no members, so no input is lost.
    guard (try? JSON.parse(request.body)) == .object([:]) else {
      let remedy =
        query.isEmpty
        ? "send none" : "send these as query parameters: \(query.joined(separator: ", "))"
      throw ControlCall.refusal("\(method.uppercased()) \(path) takes no body; \(remedy)")
    }
  }

  private func checkQuery(of request: Request) throws(Fault) {
    var seen: Set<String> = []
    for item in try request.target.controlItems() {
      guard query.contains(item.name) else {
        throw ControlCall.unknown(
          "query parameter", item.name, among: query,
          body == nil ? "" : "; other values belong in the body")
      }
      guard seen.insert(item.name).inserted else {
        throw ControlCall.refusal(
          "the query has the parameter \"\(item.name)\" more than once; send it once")
      }
    }
  }
}

extension RequestTarget {
  /// Returns the parameters in the query of a control call.
  ///
  /// - Throws: ``Fault/controlBadRequest`` if the query is malformed.
  func controlItems() throws(Fault) -> [QueryItem] {
    guard let items = queryItems else {
      throw ControlCall.refusal("the query has a malformed percent escape")
    }
    return items
  }
}

extension ControlCall {
  /// Throws an error if the body has members other than `names`.
  func allowOnly(_ names: String...) throws(Fault) { try Self.allowOnly(names, in: body) }

  /// Throws an error if an object in a body has members other than `names`.
  static func allowOnly(_ names: [String], in object: JSONObject) throws(Fault) {
    for key in object.keys where !names.contains(key) {
      throw unknown("member", key, among: names)
    }
  }

  /// Returns the error for an unknown name, with the most similar name and all valid names.
  ///
  /// `remark` is added at the end.
  fileprivate static func unknown(
    _ kind: String, _ name: String, among names: [String], _ remark: String = ""
  ) -> Fault {
    let problem = "there is no \(kind) \"\(name)\"; "
    guard !names.isEmpty else { return refusal(problem + "this call has none" + remark) }
    let list = names.joined(separator: ", ")
    guard let nearest = NearestNames.names(to: name, in: names, limit: 1).first else {
      return refusal(problem + "there are: \(list)" + remark)
    }
    return refusal(problem + "did you mean \"\(nearest)\"? There are: \(list)" + remark)
  }
}
