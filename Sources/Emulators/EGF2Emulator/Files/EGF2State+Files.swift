import GhostlightCore
import GhostlightEmulation

/// What the file service does to its objects (A12).
extension EGF2State {
  /// The type of files; graphs need not have it.
  var fileType: ObjectType? { schema.type(named: "file") }

  /// Does what a change means for files: resizes one that is uploaded, notes that one is referred
  /// to, forgets the bytes of one that is gone.
  mutating func noteFiles(_ change: GraphChange, _ moment: inout Moment) {
    guard let type = fileType else { return }
    switch change {
    case .created(let object):
      claimFiles(namedBy: object, type, &moment)
    case .updated(let object, let previous):
      if object["uploaded"] == true, previous["uploaded"] != true { finish(object, type, &moment) }
      claimFiles(namedBy: object, type, &moment)
    case .deleted(let object):
      guard let key = object["url"]?.string.flatMap(FileStore.key(ofURL:)),
        files[key]?.file == object["id"]?.string
      else { return }
      files[key] = nil
    case .linked(let link):
      claim(link.destination, type, &moment)
    case .unlinked:
      break
    }
  }

  private func isFile(_ id: String, _ type: ObjectType) -> Bool {
    schema.type(ofID: id) === type
  }

  /// Makes the sizes of a file: addresses of their own, the same bytes.
  private mutating func finish(
    _ object: JSONObject, _ type: ObjectType, _ moment: inout Moment
  ) {
    guard let id = object["id"]?.string, isFile(id, type), let url = object["url"]?.string,
      let key = FileStore.key(ofURL: url), var upload = files[key], upload.file == id,
      let bytes = upload.bytes
    else { return }
    var file = object
    if type.field("dimensions") != nil, let size = ImageSize(bytes) {
      file["dimensions"] = .object(size.json)
    }
    var resizes: [JSON] = []
    for resize in object["resizes"]?.array ?? [] {
      guard var entry = resize.object, let width = entry["dimensions"]?["width"]?.integer,
        let height = entry["dimensions"]?["height"]?.integer
      else { continue }
      upload.sizes.append("\(width)x\(height)")
      entry["url"] = .string("\(url)-\(width)x\(height)")
      resizes.append(.object(entry))
    }
    if !resizes.isEmpty { file["resizes"] = .array(resizes) }
    files[key] = upload
    replace(object, with: file, &moment)
  }

  /// Notes that an object refers to files.
  private mutating func claimFiles(
    namedBy object: JSONObject, _ type: ObjectType, _ moment: inout Moment
  ) {
    for member in object where member.key != "id" { claimFiles(in: member.value, type, &moment) }
  }

  private mutating func claimFiles(
    in value: JSON, _ type: ObjectType, _ moment: inout Moment
  ) {
    switch value {
    case .string(let text):
      if text.utf8.count == ObjectID.length { claim(text, type, &moment) }
    case .array(let elements):
      for element in elements { claimFiles(in: element, type, &moment) }
    case .object(let object):
      for member in object { claimFiles(in: member.value, type, &moment) }
    default:
      break
    }
  }

  /// A file that something refers to stands alone no more.
  private mutating func claim(_ id: String, _ type: ObjectType, _ moment: inout Moment) {
    guard isFile(id, type), let file = record(id), file["standalone"] == true,
      file["deleted_at"] == nil
    else { return }
    var claimed = file
    claimed["standalone"] = false
    replace(file, with: claimed, &moment)
  }

  /// Stores what the service itself does to a file, and tells of it.
  private mutating func replace(
    _ old: JSONObject, with new: JSONObject, _ moment: inout Moment
  ) {
    guard new != old else { return }
    var file = new
    file["modified_at"] = .now(moment)
    store(file)
    publish(.updated(file, previous: old), by: nil, &moment)
  }
}
