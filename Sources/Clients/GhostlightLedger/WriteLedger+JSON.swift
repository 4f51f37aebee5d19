import GhostlightCore

/// A stored ledger that this version cannot read.
package struct WriteLedgerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the problem and its remedy.
  package let description: String
}

extension WriteLedger {
  /// The writes as JSON text, for a text attribute; `nil` if there is none.
  package var text: String? {
    writes.isEmpty ? nil : JSON.array(writes.map { .object($0.json) }).text()
  }

  /// Creates a ledger from its text; `nil` stands for a ledger without writes.
  ///
  /// - Throws: ``WriteLedgerError`` if the text is damaged, or written by a later version. Reading on
  ///   without a write would take its effect for another client's change.
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
