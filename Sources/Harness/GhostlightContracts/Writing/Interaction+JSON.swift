import GhostlightCore

extension Interaction {
  var json: JSON {
    var object = extras
    object["type"] = "Synchronous/HTTP"
    object["description"] = .string(description)
    object["key"] = key.map(JSON.string)
    object["pending"] = .bool(isPending)
    if !states.isEmpty { object["providerStates"] = .array(states.map(\.json)) }
    var comments = comments
    comments["ghostlight"] = notes.json
    if !comments.isEmpty { object["comments"] = .object(comments) }
    object["request"] = request.json
    object["response"] = response.json
    return .object(object)
  }
}

extension GivenState {
  fileprivate var json: JSON {
    var object = extras
    object["name"] = .string(name)
    if !parameters.isEmpty { object["params"] = .object(parameters) }
    return .object(object)
  }
}
