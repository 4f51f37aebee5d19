import GhostlightCore

extension ContractNotes {
  /// What `comments.ghostlight` holds, or `nil` where there is nothing to say.
  var json: JSON? {
    var object = extras
    if !evidence.isEmpty {
      object["evidence"] = .array(
        evidence.map { ["kind": .string($0.kind.rawValue), "source": .string($0.source)] })
    }
    for (name, list) in [
      ("absentFields", absentFields), ("noExtraFields", noExtraFields),
      ("absentHeaders", absentHeaders),
    ] where !list.isEmpty {
      object[name] = .array(list.map(JSON.string))
    }
    if !order.isEmpty {
      object["order"] = .array(
        order.map { ["path": .string($0.path), "direction": .string($0.direction.rawValue)] })
    }
    object["fault"] = fault.map(JSON.string)
    object["latency"] = (latency?.rawValue).map(JSON.string)
    object["route"] = route.map(JSON.string)
    return object.isEmpty ? nil : .object(object)
  }
}
