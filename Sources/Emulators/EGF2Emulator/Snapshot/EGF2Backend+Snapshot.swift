public import GhostlightCore
public import GhostlightEmulation

extension EGF2Backend {
  /// The form of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// Records by type, links in the order they were made in, files and mails.
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

  /// Takes over what ``snapshot`` wrote; the settings of the configuration stay.
  ///
  /// - Throws: `SnapshotError` with the place; the back end is then as it was.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    var restored = EGF2State(state.configuration)
    if let file = reader.optional("configuration") {
      let object = JSON.object(try file.object())
      do throws(ConfigurationError) { try restored.configure(object) } catch {
        throw file.error("is none: \(error)")
      }
    }
    for member in try reader.member("records").members() {
      guard let type = restored.schema.type(named: member.key) else {
        throw member.reader.error("is of no type of the configuration")
      }
      let elements = try member.reader.elements()
      var (records, ids) = ([JSONObject](), [String]())
      for element in elements {
        let id = try element.member("id")
        guard restored.schema.type(ofID: try id.string()) === type else {
          throw id.error("is no id of its own of that type")
        }
        ids.append(try id.string())
        records.append(try element.object())
      }
      if let taken = restored.store(records, ids, of: type) {
        throw try elements[taken].member("id").error("is no id of its own of that type")
      }
    }
    var links: [GraphLink] = []
    for element in try reader.member("edges").elements() {
      guard case .array(let names) = element.value, names.count == 3,
        let source = names[0].string, let edge = names[1].string, let destination = names[2].string
      else { throw element.error("is no link") }
      links.append(GraphLink(source: source, edge: edge, destination: destination))
    }
    restored.connect(links)
    restored.files = try FileStore(try reader.member("files"))
    restored.outbox = try Outbox(try reader.member("outbox"))
    restored.mailError = try reader.optional("mailProblem")?.string()
    state = restored
  }
}
