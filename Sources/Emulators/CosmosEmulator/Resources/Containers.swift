import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of containers, which the protocol calls collections (B9).
extension CosmosBackend {
  static func createContainer(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let position = try state.database(call)
    let settings = try settings(of: call)
    try ResourceName.check(settings.id, below: ResourceName.longContainer)
    try settings.checkLimits()
    let isTaken = state.databases[position].containers.contains {
      BytewiseString($0.id) == BytewiseString(settings.id)
    }
    guard !isTaken else { throw .resourceExists }
    let throughput = try Throughput(call.request)
    let stamp = state.stamp(moment)
    state.databases[position].containerCount += 1
    let database = state.databases[position]
    var container = Container(
      settings, rid: database.rid.collection(database.containerCount), stamp)
    container.throughput = throughput
    container.ranges = PartitionKeyRanges(
      PartitionKeyRanges.count(for: throughput), by: settings.hashing)
    state.databases[position].containers.append(container)
    var response = CosmosReply.resource(
      .created, container.json(in: database), charge: "4.95")
    CosmosReply.setLSN(container.lsn, in: &response)
    return response
  }

  /// Returns the container settings in a request's body.
  ///
  /// Clients with an API version before 2018-12-31 may omit the partition key (B9).
  private static func settings(
    of call: Call, replacing old: ContainerSettings? = nil
  ) throws(Fault) -> ContainerSettings {
    var body = try RequestJSON.object(call.request, within: call.budget)
    let isOld = call.request.value(of: .msVersion).map { $0 < "2018-12-31" } ?? false
    if body["partitionKey"] == nil, old?.hasSystemKey ?? isOld {
      body["partitionKey"] = ContainerSettings.systemKey
    }
    return try ContainerSettings(body)
  }

  static func listContainers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let database = state.databases[try state.database(call)]
    let list = database.containers.map { JSON.object($0.json(in: database)) }
    return try ResourcePage(call)
      .response("DocumentCollections", list, rid: database.rid.text)
  }

  static func queryContainers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let database = state.databases[try state.database(call)]
    let rows = try ResourceQuery(call)
      .rows(database.containers.map { $0.json(in: database) }, moment)
    return try ResourcePage(call)
      .response("DocumentCollections", rows, rid: database.rid.text)
  }

  static func readContainer(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let container = state[place]
    var object = container.json(in: state.databases[place.database])
    if call.request.headers.isTrue(.msPopulateStatistics) {
      object["statistics"] = statistics(container)
    }
    var response = CosmosReply.resource(.ok, object)
    // Each write updates the indexes at once, so they are always complete.
    response.headers[.msIndexProgress] = "100"
    if container.settings.json["indexingPolicy"]?["indexingMode"] == "lazy" {
      response.headers[.msLazyIndexProgress] = "100"
    }
    return response
  }

  /// Returns statistics for each key range, for clients that request them (B9).
  private static func statistics(_ container: Container) -> JSON {
    .array(
      container.ranges.elements.enumerated().map { position, range in
        [
          "id": .string(String(range.id)), "sizeInKB": 0,
          // Documents are not counted for each range; the first range gets the total.
          "documentCount": .integer(position == 0 ? Int64(container.documents.count) : 0),
          "sampledDistinctPartitionKeyCount": 0, "partitionKeys": [],
        ]
      })
  }

  static func replaceContainer(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let old = state[place].settings
    let settings = try settings(of: call, replacing: old)
    guard BytewiseString(settings.id) == BytewiseString(old.id) else { throw .nameChange }
    guard settings.partitionPaths.map(FieldPath.init) == old.partitionPaths.map(FieldPath.init)
    else { throw .keyChange }
    guard
      settings.uniqueKeys.map({ $0.map(FieldPath.init) })
        == old.uniqueKeys.map({ $0.map(FieldPath.init) })
    else { throw .uniqueIndexChange }
    try settings.checkLimits()
    try SearchPolicy.checkChange(from: old.json, to: settings.json)
    let stamp = state.stamp(moment)
    state[place].settings = settings
    if settings.retention == nil { state[place].history = ContainerHistory() }
    state[place].tag = stamp.tag
    state[place].seconds = stamp.seconds
    let database = state.databases[place.database]
    return CosmosReply.resource(.ok, state[place].json(in: database), charge: "4.95")
  }

  static func deleteContainer(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    state.databases[place.database].containers.remove(at: place.container)
    return CosmosReply.deleted()
  }
}

/// The handler of `GET …/pkranges`, which lists key ranges, or sends 304 if the client already has
/// them (B10).
extension CosmosBackend {
  static func listPartitionKeyRanges(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let container = state[place]
    // Ranges change only by splits, each of which creates new ids.
    let tag = "\"\(container.ranges.next)\""
    // Clients repeat the request with the tag until the response is 304.
    if call.request.headers[.ifNoneMatch] == tag {
      return Response(.notModified, headers: [.msETag: tag])
    }
    let link = container.link(in: state.databases[place.database])
    let count = container.ranges.elements.count
    let ranges = container.ranges.elements.map { element -> JSON in
      let rid = container.rid.partitionKeyRange(UInt64(element.id) + 2).text
      return [
        "_rid": .string(rid), "id": .string(String(element.id)),
        "_etag": .string(EntityTag.text(write: 1, seconds: container.seconds)),
        "minInclusive": .string(element.start), "maxExclusive": .string(element.end),
        "ridPrefix": .integer(element.id), "_self": .string("\(link)pkranges/\(rid)/"),
        "throughputFraction": count == 1 ? 1 : .double(1 / Double(count)), "status": "online",
        "parents": .array(element.parents.map { .string(String($0)) }),
        "ownedArchivalPKRangeIds": [], "_ts": .integer(container.seconds),
        "lsn": .integer(container.lsn),
      ]
    }
    var response = try CosmosReply.feed(
      "PartitionKeyRanges", ranges, rid: container.rid.text, within: call.budget)
    response.headers[.msETag] = tag
    return response
  }
}
