import GhostlightCore

/// The commands of an update, as they were called.
///
/// - Source: protocol reference A.12.
struct PatchCommands: Sendable {
  private var set: JSONObject = [:]
  private var unset: JSONObject = [:]
  private var increments: [String: Double] = [:]
  private var pushed: [String: [JSON]] = [:]
  /// The first value that cannot be sent.
  var problem: CRUDError?
  var states: [State] = []

  mutating func update(_ property: String, _ value: JSON) {
    set[property] = value
    unset[property] = nil
  }

  mutating func remove(_ property: String) {
    set[property] = nil
    unset[property] = true
  }

  mutating func increment(_ property: String, by amount: Double) {
    increments[property, default: 0] += amount
  }

  mutating func push(_ property: String, _ value: JSON) {
    pushed[property, default: []].append(value)
  }

  /// The request's body.
  func body() throws(CRUDError) -> JSON {
    if let problem { throw problem }
    var body: JSONObject = [:]
    if !set.isEmpty { body["$set"] = .object(set) }
    if !unset.isEmpty { body["$unset"] = .object(unset) }
    for (property, amount) in increments {
      guard amount.isFinite else {
        throw CRUDError.encoding("\(property) cannot be increased by \(amount).")
      }
      body.add(Int64(exactly: amount).map { .integer($0) } ?? .double(amount), property, to: "$inc")
    }
    for (property, values) in pushed {
      let value: JSON = values.count == 1 ? values[0] : ["$each": .array(values)]
      body.add(value, property, to: "$push")
    }
    guard !body.isEmpty else { throw CRUDError.emptyPatch }
    return .object(body)
  }
}

extension JSONObject {
  /// Adds a property to a command.
  fileprivate mutating func add(_ value: JSON, _ property: String, to command: String) {
    var members = self[command]?.object ?? [:]
    members[property] = value
    self[command] = .object(members)
  }
}
