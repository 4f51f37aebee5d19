import GhostlightCore
public import GhostlightEmulation

/// The tables of a data browser for the graph: the objects of each type, including deleted ones,
/// and the edges.
extension EGF2Backend {
  /// The tables of objects in the order of the configuration's types, followed by the table of
  /// edges.
  public var dataTables: [DataTable<EGF2Backend>] {
    state.schema.types.map(objects) + [edges]
  }

  private func objects(of type: ObjectType) -> DataTable<EGF2Backend> {
    let schema = state.schema
    let isAccount = GraphSchema.neededNames.contains(type.name)
    var table = DataTable<EGF2Backend>(
      "objects:" + type.name, title: type.name,
      group: isAccount ? "Users and sessions" : "Objects", key: "id",
      columns: [DataColumn("id")]
        + type.fields.filter { $0.name != "id" }.map { field in
          DataColumn(field.name, link: Self.link(of: field.kind, schema))
        },
      rows: DataRows(state.records[type.slot]))
    table.serverFields = ["id", "object_type", "created_at", "modified_at", "deleted_at"]
    if type === schema.session { table.expiry = DataExpiry(at: "expires_at") }
    let name = type.name
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      backend.state.events.begin()
      var row = row
      if let key { row["id"] = .string(key) }
      row["object_type"] = .string(name)
      let stored = try GraphStates(["object": .object(row)]).object(&backend.state, &moment)
      return stored["id"]?.string ?? ""
    }
    table.remove = { key, backend, moment throws(ProviderStateError) in
      backend.state.events.begin()
      do throws(Fault) {
        try backend.state.delete(key, by: nil, &moment, within: .unlimited)
      } catch {
        throw ProviderStateError("the object cannot be deleted: \(error.message)")
      }
    }
    if type === schema.user { table.actions = [Self.logIn, Self.newPassword] }
    if type === schema.session { table.actions = [Self.expire, Self.refresh] }
    return table
  }

  /// Returns the name of the table to which ids in a field link; `nil` if the field has no ids, or
  /// ids of several types.
  private static func link(of kind: FieldKind, _ schema: GraphSchema) -> String? {
    switch kind {
    case .objectID(let names):
      names.count == 1 && schema.type(named: names[0]) != nil ? "objects:" + names[0] : nil
    case .array(let element): link(of: element, schema)
    default: nil
    }
  }

  private static let logIn = DataAction<EGF2Backend>("log in", title: "Log in as") {
    key, backend, moment throws(ProviderStateError) in
    backend.state.events.begin()
    guard backend.state.record(key)?["deleted_at"] == nil else {
      throw ProviderStateError("the user is deleted")
    }
    let token = backend.state.openSession(of: key, &moment)
    return ["token": .string(token), "authorization": .string("Bearer " + token)]
  }

  private static let newPassword = DataAction<EGF2Backend>("new password", title: "New password") {
    key, backend, moment throws(ProviderStateError) in
    guard let user = backend.state.record(key), user["deleted_at"] == nil else {
      throw ProviderStateError("the user is deleted")
    }
    backend.state.events.begin()
    let password = moment.draw(.hexadecimal(12), named: "password")
    backend.state.setPassword(password, of: user, &moment)
    return ["password": .string(password)]
  }

  private static let expire = DataAction<EGF2Backend>("expire", title: "Expire") {
    key, backend, moment throws(ProviderStateError) in
    backend.state.end(key, at: moment.milliseconds)
    return [:]
  }

  private static let refresh = DataAction<EGF2Backend>("refresh", title: "Refresh") {
    key, backend, moment throws(ProviderStateError) in
    let seconds = backend.state.configuration.sessionSeconds
    backend.state.end(key, at: moment.milliseconds + seconds * 1000)
    return [:]
  }

  /// The table of the links of all edges.
  ///
  /// There is one table for all edges, because a link is found by the name of its edge.
  private var edges: DataTable<EGF2Backend> {
    let (edges, schema) = (state.edges, state.schema)
    var table = DataTable<EGF2Backend>(
      "edges", title: "Edges", group: "Edges", key: "key",
      columns: [
        DataColumn("src", link: "objects:{src_type}"), DataColumn("edge"),
        DataColumn("dst", link: "objects:{dst_type}"),
      ],
      rows: edges.rows { link in
        DataRow(
          link.path,
          [
            "key": .string(link.path), "src": .string(link.source), "edge": .string(link.edge),
            "dst": .string(link.destination),
            "src_type": .string(schema.type(ofID: link.source)?.name ?? ""),
            "dst_type": .string(schema.type(ofID: link.destination)?.name ?? ""),
          ])
      })
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      backend.state.events.begin()
      let reader = StateParameters(row)
      let (source, edge) = (try reader.string("src"), try reader.string("edge"))
      let link = GraphLink(
        source: source, edge: edge, destination: try reader.string("dst"))
      guard key ?? link.path == link.path else {
        throw ProviderStateError("the key differs from src, edge and dst: use \"\(link.path)\"")
      }
      _ = try GraphStates(
        [
          "source": .string(link.source), "edge": .string(link.edge),
          "destination": .string(link.destination),
        ]
      ).edge(&backend.state, &moment)
      return link.path
    }
    table.remove = { key, backend, moment throws(ProviderStateError) in
      backend.state.events.begin()
      guard let link = GraphLink(path: key) else { return }
      do throws(Fault) {
        try backend.state.atomically { state throws(Fault) in
          state.unlink(link, by: nil, &moment)
          try state.applyRules(
            to: link, .delete, &moment, within: WorkBudget(GraphRule.maximumWork))
        }
      } catch {
        throw ProviderStateError("the edge cannot be removed: \(error.explanation(in: "EGF2"))")
      }
    }
    return table
  }
}

extension EGF2State {
  /// Sets the time when a session expires, in milliseconds since 1970.
  fileprivate mutating func end(_ session: String, at milliseconds: Int64) {
    events.begin()
    guard var record = record(session) else { return }
    record["expires_at"] = .string(ISODate.format(milliseconds: milliseconds))
    store(record)
  }
}
