public import GhostlightCore
public import GhostlightEmulation

extension EGF2Backend {
  /// The version of the format of ``snapshot``, which is stored with it.
  public static var snapshotVersion: Int { 1 }

  /// The backend's state as JSON: records by type, links in creation order, files and e-mails.
  public var snapshot: JSON {
    var records = JSONObject()
    for type in state.schema.types where !state.records[type.slot].isEmpty {
      records[type.name] = .array(
        state.records[type.slot].documents().map { .object($0.document) })
    }
    let edges = state.edges.all.map { link in
      JSON.array([.string(link.source), .string(link.edge), .string(link.destination)])
    }
    var snapshot: JSONObject = [
      "records": .object(records), "edges": .array(edges), "files": state.files.snapshot,
      "outbox": state.outbox.snapshot,
      "mailProblem": state.mailError.map(JSON.string) ?? .null,
    ]
    if state.isConfigured { snapshot["configuration"] = state.configuration.source }
    return .object(snapshot)
  }

  /// Replaces the state with that of a ``snapshot``.
  ///
  /// Settings from the configuration are unchanged.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member. The backend is unchanged
  ///   then.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    var restored = EGF2State(state.configuration)
    if let file = reader.optional("configuration") {
      let object = JSON.object(try file.object())
      do throws(ConfigurationError) { try restored.configure(object) } catch {
        throw file.error("is not valid: \(error)")
      }
    }
    let schema = restored.schema
    let notOwn = "is not a valid id of this type"
    for member in try reader.member("records").members() {
      guard let type = schema.type(named: member.key) else {
        throw member.reader.error("is not a type of the configuration")
      }
      let elements = try member.reader.array()
      let taken = try restored.store(elements.count, of: type) { position throws(SnapshotError) in
        let record = try member.reader.object(position, of: elements)
        let id = try member.reader.string("id", of: record, at: position)
        guard schema.type(ofID: id) === type else {
          throw try member.reader.element(position).member("id").error(notOwn)
        }
        return (id, record)
      }
      if let taken { throw try member.reader.element(taken).member("id").error(notOwn) }
    }
    var links: [GraphLink] = []
    let edges = try reader.member("edges")
    for (position, element) in try edges.array().enumerated() {
      guard case .array(let names) = element, names.count == 3,
        let source = names[0].string, let edge = names[1].string, let destination = names[2].string
      else { throw edges.element(position).error("is not a link") }
      links.append(GraphLink(source: source, edge: edge, destination: destination))
    }
    restored.connect(links)
    restored.files = try FileStore(try reader.member("files"))
    restored.outbox = try Outbox(try reader.member("outbox"))
    restored.mailError = try reader.optional("mailProblem")?.string()
    state = restored
  }
}
