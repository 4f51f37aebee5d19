import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The provider states of Cosmos DB: the actions of Azure's portal, and shortcuts for tests.
extension CosmosBackend {
  static let providerStates: ProviderStateTable<CosmosState> = [
    ProviderState(
      "database exists", parameters: ["database": "string"], results: ["rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateError) in
      let database = try CosmosStates(parameters).database(&state, moment)
      return ["rid": .string(state.databases[database].rid.text)]
    },
    ProviderState(
      "container exists",
      parameters: [
        "database": "string, created if it is missing", "container": "string",
        "partitionKey": "string or array of strings: paths, default /PartitionKey",
        "definition": "object, default none: further members of POST …/colls",
        "ranges": "whole number from 1 to 200, default 1: physical ranges of a new container",
      ], results: ["rid": "its _rid", "offer": "the id of its offer"]
    ) { parameters, state, moment throws(ProviderStateError) in
      let place = try CosmosStates(parameters).container(&state, moment)
      let rid = state[place].rid
      return ["rid": .string(rid.text), "offer": .string(rid.offer.text)]
    },
    ProviderState(
      "range is split",
      parameters: [
        "database": "string", "container": "string, created if it is missing",
        "range": "whole number: the range's id, default the first",
      ], results: ["ids": "the ids of the two new ranges"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CosmosStates(parameters).split(&state, moment)
    },
    ProviderState(
      "document exists",
      parameters: [
        "database": "string", "container": "string, created if it is missing",
        "partitionKey": "string or array of strings: paths, default /PartitionKey",
        "document": "object with an id, as a client would send it",
      ],
      results: ["document": "the stored document", "etag": "its entity tag", "rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CosmosStates(parameters).document(&state, moment)
    },
    ProviderState(
      "user exists",
      parameters: ["database": "string, created if it is missing", "user": "string"],
      results: ["rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CosmosStates(parameters).user(&state, &moment)
    },
    ProviderState(
      "permission exists",
      parameters: [
        "database": "string", "user": "string, created if it is missing", "permission": "string",
        "mode": "Read or All, default All", "resource": "string: dbs/{db}/colls/{coll}",
        "partitionKey": "the partition's key value, default none",
      ], results: ["token": "a resource token", "rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CosmosStates(parameters).permission(&state, &moment)
    },
    ProviderState(
      "signed with the master key",
      parameters: [
        "method": "string",
        "target": "string: the path as sent; ${offer} in it is the id of a container's offer",
        "database": "string, default none: the database of this container",
        "container": "string, default none: the container of the offer",
        "date": "string, default the present: x-ms-date",
      ], results: ["authorization": "the Authorization field", "date": "x-ms-date"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CosmosStates(parameters).sign(state, moment)
    },
    ProviderState(
      "resource token exists",
      parameters: [
        "database": "string", "container": "string", "mode": "Read or All, default All",
        "partitionKey": "the partition's key value", "seconds": "integer, default 3600",
      ], results: ["token": "its text", "authorization": "the Authorization field"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try CosmosStates(parameters).token(state, moment)
    },
  ]
}

/// Sets up the provider states of databases, containers, documents, users and permissions.
struct CosmosStates {
  let parameters: JSONObject

  init(_ parameters: JSONObject) { self.parameters = parameters }

  /// Returns the index of the database in the parameters, creating the database if it does not
  /// exist.
  func database(
    _ state: inout CosmosState, _ moment: Moment
  ) throws(ProviderStateError) -> Int {
    let id = try string("database")
    if let known = state.position(ofDatabase: id) { return known }
    try refusing { () throws(Fault) in
      try ResourceName.check(id, below: ResourceName.longContainer)
    }
    state.databaseCount += 1
    state.databases.append(Database(id: id, number: state.databaseCount, state.stamp(moment)))
    return state.databases.count - 1
  }

  /// Returns the place of the container in the parameters, creating the container if it does not
  /// exist.
  func container(
    _ state: inout CosmosState, _ moment: Moment
  ) throws(ProviderStateError) -> CosmosState.Place {
    let database = try database(&state, moment)
    let id = try string("container")
    if let known = state.databases[database].position(ofContainer: id) {
      return CosmosState.Place(database: database, container: known)
    }
    var definition = parameters["definition"]?.object ?? [:]
    definition["id"] = .string(id)
    if definition["partitionKey"] == nil {
      let given = parameters["partitionKey"] ?? "/PartitionKey"
      let paths = given.array ?? [given]
      definition["partitionKey"] = [
        "paths": .array(paths), "kind": paths.count > 1 ? "MultiHash" : "Hash", "version": 2,
      ]
    }
    let settings = try refusing { () throws(Fault) in
      try ResourceName.check(id, below: ResourceName.longContainer)
      let settings = try ContainerSettings(definition)
      try settings.checkLimits()
      return settings
    }
    let count = try StateParameters(parameters).integer(
      "ranges", 1...Int64(PartitionKeyRanges.limit), default: 1)
    let stamp = state.stamp(moment)
    state.databases[database].containerCount += 1
    let rid = state.databases[database].rid
      .collection(state.databases[database].containerCount)
    var container = Container(settings, rid: rid, stamp)
    container.ranges = PartitionKeyRanges(Int(count), by: settings.hashing)
    state.databases[database].containers.append(container)
    return CosmosState.Place(
      database: database, container: state.databases[database].containers.count - 1)
  }

  /// Splits one key range of a container in the middle.
  func split(
    _ state: inout CosmosState, _ moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    let place = try container(&state, moment)
    let ranges = state[place].ranges
    guard ranges.elements.count < PartitionKeyRanges.limit else {
      throw ProviderStateError("the container has \(PartitionKeyRanges.limit) ranges already")
    }
    let id = try StateParameters(parameters).integer(
      "range", 0...Int64.max, default: ranges.elements[0].id)
    guard let position = ranges.elements.firstIndex(where: { $0.id == id }) else {
      let known = ranges.elements.map { String($0.id) }.joined(separator: ", ")
      throw ProviderStateError("the container has no range \(id); it has: \(known)")
    }
    state[place].ranges.split(at: position)
    let parts = state[place].ranges.elements[position...position + 1]
    return ["ids": .array(parts.map { .integer($0.id) })]
  }

  func document(
    _ state: inout CosmosState, _ moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    let place = try container(&state, moment)
    guard let body = parameters["document"]?.object else {
      throw ProviderStateError("the parameter \"document\" must be an object")
    }
    let home = state.link(to: place)
    let stamp = state.stamp(moment)
    let written = try refusing { () throws(Fault) in
      let partition = PartitionKey(of: body, along: state[place].settings.partitionPaths)
      return try state[place].upsert(
        body, in: partition, under: home, Preconditions(), stamp, at: moment, within: .unlimited)
    }
    let document = written.document ?? [:]
    return [
      "document": .object(document), "etag": document["_etag"] ?? .null,
      "rid": document["_rid"] ?? .null,
    ]
  }

  func sign(_ state: CosmosState, _ moment: Moment) throws(ProviderStateError) -> JSONObject {
    let date = parameters["date"]?.string ?? HTTPDate.format(milliseconds: moment.milliseconds)
    var target = try string("target")
    if target.contains("${offer}") {
      let path = (database: try string("database"), container: try string("container"))
      guard
        let container = state.databases.first(where: { $0.id == path.database })?.containers
          .first(where: { $0.id == path.container })
      else { throw ProviderStateError("there is no container \(path.database)/\(path.container)") }
      target.replace("${offer}", with: container.rid.offer.text)
    }
    let text = CosmosResourceLink(RequestTarget(target))
      .stringToSign(method: try string("method"), date: date)
    let signature = state.configuration.tokenKey.signature(of: text)
    return [
      "authorization": .string(
        PercentEncoding.encode("type=master&ver=1.0&sig=" + signature)),
      "date": .string(date),
    ]
  }

  func token(_ state: CosmosState, _ moment: Moment) throws(ProviderStateError) -> JSONObject {
    let modeName = parameters["mode"]?.string ?? "All"
    guard let mode = CosmosResourceToken.Mode(rawValue: modeName) else {
      throw ProviderStateError("the parameter \"mode\" must be Read or All")
    }
    guard let key = parameters["partitionKey"] else {
      throw ProviderStateError("the parameter \"partitionKey\" is missing; give the value")
    }
    let seconds = parameters["seconds"]?.integer ?? 3600
    guard (-1_000_000_000...1_000_000_000).contains(seconds) else {
      throw ProviderStateError("the parameter \"seconds\" must be up to 1000000000")
    }
    let text = CosmosResourceToken(
      expiry: moment.seconds + seconds, mode: mode, partitionKey: key,
      resource: "dbs/\(try string("database"))/colls/\(try string("container"))"
    ).text(signedWith: state.configuration.tokenKey)
    return ["token": .string(text), "authorization": .string(PercentEncoding.encode(text))]
  }

  func string(_ name: String) throws(ProviderStateError) -> String {
    guard let text = parameters[name]?.string, !text.isEmpty else {
      throw ProviderStateError(
        "the parameter \"\(name)\" must be a string that is not empty")
    }
    return text
  }

  /// Calls `body`, and converts a refusal that it throws into an error of the provider state.
  func refusing<Result>(
    _ body: () throws(Fault) -> Result
  ) throws(ProviderStateError) -> Result {
    do throws(Fault) { return try body() } catch {
      throw ProviderStateError(error.message)
    }
  }
}

/// Provider states that create users and permissions exactly as a client with the master key would.
extension CosmosStates {
  func user(
    _ state: inout CosmosState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let position = try database(&state, moment)
    let (database, user) = (state.databases[position].id, try string("user"))
    if state.databases[position].position(ofUser: user) == nil {
      let call = Call(
        request: .json(.post, "/", ["id": .string(user)]), captures: ["db": database])
      _ = try refusing { () throws(Fault) in
        try CosmosBackend.createUser(call, &state, &moment)
      }
    }
    let slot = state.databases[position].position(ofUser: user)
    return ["rid": slot.map { .string(state.databases[position].users[$0].rid.text) } ?? .null]
  }

  func permission(
    _ state: inout CosmosState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    _ = try user(&state, &moment)
    var body: JSONObject = [
      "id": .string(try string("permission")),
      "permissionMode": .string(parameters["mode"]?.string ?? "All"),
      "resource": .string(try string("resource")),
    ]
    if let key = parameters["partitionKey"] { body["resourcePartitionKey"] = [key] }
    let call = Call(
      request: .json(.post, "/", .object(body)),
      captures: ["db": try string("database"), "user": try string("user")])
    let response = try refusing { () throws(Fault) in
      try CosmosBackend.createPermission(call, &state, &moment)
    }
    return ["token": response.json?["_token"] ?? .null, "rid": response.json?["_rid"] ?? .null]
  }
}
