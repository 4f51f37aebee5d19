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

/// New files, and files that are taken away (A12).
extension EGF2State {
  /// Makes the object of a file and a place for its bytes; of the answer, `upload_url` is not
  /// stored.
  ///
  /// - Throws: What is wrong with its fields.
  mutating func makeFile(
    _ order: FileOrder, by user: String, _ moment: inout Moment, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    guard let type = fileType else { throw .unknownObjectType }
    let resizes = try resizes(of: order)
    let key = Self.newKey(&moment)
    let signature = moment.draw(.hexadecimal(40), named: "signature")
    let url = order.base + FileStore.folder + key
    var fields: JSONObject = [
      "mime_type": .string(order.contentType), "user": .string(user), "url": .string(url),
      "hosted": true, "resizes": .array(resizes),
    ]
    if let title = order.title { fields["title"] = .string(title) }
    var file = try create(fields, of: type, by: user, &moment, within: budget)
    files[key] = Upload(
      contentType: order.contentType, signature: signature, file: file["id"]?.string ?? "",
      at: moment)
    file["upload_url"] = .string("\(url)?signature=\(signature)")
    return file
  }

  /// Takes a file away as the service itself does.
  mutating func removeFile(_ id: String, _ moment: inout Moment) {
    do throws(Fault) { try delete(id, by: nil, &moment, within: .unlimited) } catch {}
  }

  /// One entry a size of the kind; none for no kind, or an unknown one.
  ///
  /// - Throws: That only images can be resized.
  private func resizes(of order: FileOrder) throws(Fault) -> [JSON] {
    guard let kind = order.kind,
      let sizes = configuration.kinds.first(where: { $0.key.isExactly(kind) })?.value
    else { return [] }
    guard order.contentType.hasPrefix("image/") else { throw .notAnImage }
    return sizes.map { ["dimensions": .object($0.json)] }
  }

  /// Draws a key: year and week, counted from the one with the first of January, then a UUID.
  private static func newKey(_ moment: inout Moment) -> String {
    let date = CivilDate(milliseconds: moment.milliseconds)
    let first = CivilDate.milliseconds(year: date.year, month: 1, day: 1) / 86_400_000
    // 1970-01-01 was a Thursday, four days after a Sunday.
    let sunday = first - (((first + 4) % 7) + 7) % 7
    let week = (date.daysSince1970 - sunday) / 7 + 1
    return "\(date.year)-\(week)/" + moment.draw(.uuid, named: "key")
  }
}

/// What somebody asks of the file service: a place for a file of theirs (A12).
struct FileOrder: Sendable, Hashable {
  let contentType: String
  let title: String?
  /// The kind of image, which says what sizes it is wanted in.
  let kind: String?
  /// Scheme and host that the addresses begin with.
  let base: String
}
