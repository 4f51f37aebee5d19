import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// An account: databases in order of creation.
package struct CosmosState: Sendable {
  package let configuration: CosmosConfiguration
  var databases: [Database] = []
  /// How many databases there ever were; a new one never gets an old one's RID.
  var databaseCount: UInt32 = 0
  /// How many writes there were; entity tags count them.
  var writes: UInt64 = 0

  package init(_ configuration: CosmosConfiguration) { self.configuration = configuration }

  /// The stamp of the next write.
  mutating func stamp(_ moment: Moment) -> WriteStamp {
    writes += 1
    return WriteStamp(number: writes, seconds: moment.seconds)
  }
}

/// Where the resources of a path are, by name or by RID (B1).
extension CosmosState {
  /// Where a container is.
  struct Place {
    let database: Int
    let container: Int
  }

  func position(ofDatabase name: String) -> Int? {
    databases.firstIndex { BytewiseString($0.id) == BytewiseString(name) }
      ?? databases.firstIndex { $0.rid.text == name }
  }

  /// The position of the database that a path names.
  func database(_ call: Call) throws(Fault) -> Int {
    guard let position = position(ofDatabase: call["db"]) else { throw .noResource }
    return position
  }

  /// The place of the container that a path names.
  func place(_ call: Call) throws(Fault) -> Place {
    let database = try database(call)
    guard let container = databases[database].position(ofContainer: call["coll"]) else {
      throw .noResource
    }
    if let intended = call.request.headers[.msIntendedRID],
      intended != databases[database].containers[container].rid.text
    {
      throw .otherCollection.filled(["rid": intended])
    }
    return Place(database: database, container: container)
  }

  /// The path of a container by RIDs.
  func link(to place: Place) -> String {
    databases[place.database].containers[place.container].link(in: databases[place.database])
  }

  /// The container at a place.
  subscript(place: Place) -> Container {
    get { databases[place.database].containers[place.container] }
    _modify { yield &databases[place.database].containers[place.container] }
  }
}
