import GhostlightCore

/// The error for a stored ledger that this version of the client cannot read.
package struct WriteLedgerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message with the problem and its remedy.
  package let description: String
}

extension WriteLedger {
  /// The ledger serialized as a JSON string; `nil` if it is empty.
  package var text: String? {
    writes.isEmpty ? nil : JSON.array(writes.map { .object($0.json) }).text()
  }

  /// Parses a ledger from a JSON string; `nil` means an empty ledger.
  ///
  /// - Throws: ``WriteLedgerError`` if the string is damaged or was written by a later version.
  ///   Without the error, a missing write's effect would look like another client's change.
  package init(text: String?) throws {
    guard let text else { return }
    guard let list = try? JSON.parse(text).array else { throw WriteLedgerError(unreadable: text) }
    writes = try list.map { json in
      guard let write = UnansweredWrite(json) else {
        throw WriteLedgerError(unreadable: json.description)
      }
      return write
    }
  }
}

extension WriteLedgerError {
  fileprivate init(unreadable text: String) {
    description =
      "invalid stored write \(text.prefix(200)): use the version of the app that stored it"
  }
}

extension UnansweredWrite {
  fileprivate var json: JSONObject {
    var json: JSONObject = [
      "operation": .string(operation.rawValue), "order": .integer(order),
      "sequence": .integer(sequence),
    ]
    json["identifier"] = identifier.map(JSON.string)
    json["state"] = state.map(JSON.string)
    json["base"] = base.map(JSON.integer)
    if !fields.isEmpty { json["fields"] = .object(fields) }
    if isTaken { json["taken"] = true }
    if isRepeated { json["repeated"] = true }
    return json
  }

  fileprivate init?(_ json: JSON) {
    guard let operation = json["operation"]?.string.flatMap(Operation.init(rawValue:)),
      let order = json["order"]?.integer, let sequence = json["sequence"]?.integer
    else { return nil }
    self.init(
      operation, identifier: json["identifier"]?.string, fields: json["fields"]?.object ?? [:],
      state: json["state"]?.string, base: json["base"]?.integer, order: order)
    isTaken = json["taken"]?.bool ?? false
    isRepeated = json["repeated"]?.bool ?? false
    self.sequence = sequence
  }
}
