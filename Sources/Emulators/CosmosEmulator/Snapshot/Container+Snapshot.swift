import GhostlightCore
import GhostlightEmulation

extension Container {
  var snapshot: JSON {
    [
      "definition": .object(settings.json), "rid": .string(rid.text), "etag": .string(tag),
      "ts": .integer(seconds), "lsn": .integer(lsn),
      "throughput": throughput.snapshot,
      "documentCount": .integer(Int64(clamping: documentCount)),
      "documents": .array(
        documents.find(Query()).documents.map { found in
          [
            "document": .object(found.document),
            "lsn": changes[found.key]?["lsn"] ?? .integer(0),
          ]
        }),
    ]
  }

  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    let definition = try reader.member("definition")
    let definitionBody = try definition.object()
    let settings: ContainerSettings
    do throws(Fault) {
      settings = try ContainerSettings(definitionBody)
    } catch {
      throw definition.problem("is no definition of a container: \(error.message)")
    }
    self.init(
      settings, rid: try ResourceID(try reader.member("rid"), bytes: 8),
      WriteStamp(number: 0, seconds: try reader.member("ts").integer()))
    tag = try reader.member("etag").string()
    lsn = try reader.member("lsn").integer()
    if let offer = reader.optional("throughput") { throughput = try Throughput(offer) }
    documentCount = try reader.member("documentCount").count()
    var touched: [(lsn: Int64, key: String)] = []
    for element in try reader.member("documents").elements() {
      let document = try element.member("document").object()
      let partition = PartitionKey(of: document, along: settings.partitionPaths)
      guard let id = document["id"]?.string else { throw element.problem("has no id") }
      let key = Self.key(id, partition)
      addIndexes(for: document)
      guard documents.insert(document, forKey: key) else {
        throw element.problem("has the id of another document")
      }
      touched.append((try element.member("lsn").integer(), key))
    }
    for change in touched.sorted(by: { $0.lsn < $1.lsn }) {
      changes.insert(["lsn": .integer(change.lsn)], forKey: change.key)
    }
  }
}
