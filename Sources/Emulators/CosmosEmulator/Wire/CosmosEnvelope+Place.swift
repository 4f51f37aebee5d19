import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Where a resource is, how new it is, and how many there may be of it (B3).
extension CosmosEnvelope {
  func addPlace(_ response: inout Response, _ captures: Captures, _ state: CosmosState) {
    let words = request.target.rawPath.utf8.split(separator: UInt8(ascii: "/"))
    guard !words.isEmpty else { return }
    let database = captures["db"].flatMap(state.position(ofDatabase:)).map { state.databases[$0] }
    let container = captures["coll"].flatMap { name in
      database?.position(ofContainer: name).flatMap { database?.containers[$0] }
    }
    if response.headers[.msSessionToken] == nil {
      CosmosReply.note(container?.lsn ?? Int64(clamping: state.writes), in: &response)
    }
    switch words.count {
    case 1, 2:
      guard words[0].elementsEqual("dbs".utf8) else { return }
      add(&response, of: "databases", 1000, state.databases.count)
    case 3, 4:
      guard let database else { return }
      guard words[2].elementsEqual("colls".utf8) else {
        return add(&response, of: "users", 500_000, database.users.count)
      }
      addPath(&response, to: database)
      add(&response, of: "collections", 5000, database.containers.count)
    default:
      guard let database, let container else { return }
      guard words[4].elementsEqual("docs".utf8) else {
        return addPath(&response, to: database)
      }
      addPath(&response, to: container, in: database)
    }
  }

  private func addPath(_ response: inout Response, to database: Database) {
    response.headers[.msAltContentPath] = HeaderText.print("dbs/\(database.id)")
    response.headers[.msContentPath] = database.rid.text
  }

  private func addPath(
    _ response: inout Response, to container: Container, in database: Database
  ) {
    response.headers[.msAltContentPath] = HeaderText.print(
      "dbs/\(database.id)/colls/\(container.id)")
    response.headers[.msContentPath] = container.rid.text
    guard response.status.code < 400 else { return }
    response.headers[.msQuota] =
      "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"
    let count = container.documents.count
    response.headers[.msUsage] =
      "documentSize=0;documentsSize=\(count);documentsCount=\(count);collectionSize=\(count);"
  }

  private func add(
    _ response: inout Response, of name: String, _ most: Int, _ count: Int
  ) {
    guard response.status.code < 400 else { return }
    response.headers[.msQuota] = "\(name)=\(most);"
    response.headers[.msUsage] = "\(name)=\(count);"
  }
}
