import GhostlightCore
import GhostlightEmulation

/// Methods with which the file service reacts to changes of the graph (A12).
extension EGF2State {
  /// The object type of files; `nil` if the configuration does not have it.
  var fileType: ObjectType? { schema.type(named: "file") }

  /// Updates file objects after a change of the graph.
  ///
  /// An uploaded file gets its image sizes. A file to which an object now refers is no longer
  /// standalone. The contents of a deleted file are removed.
  mutating func updateFiles(_ change: GraphChange, _ moment: inout Moment) {
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

  /// Adds the image sizes of a file, each with its own URL and the same contents.
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

  /// Marks all files to which an object refers as not standalone.
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

  /// Marks a file as not standalone, because an object refers to it.
  private mutating func claim(_ id: String, _ type: ObjectType, _ moment: inout Moment) {
    guard isFile(id, type), let file = record(id), file["standalone"] == true,
      file["deleted_at"] == nil
    else { return }
    var claimed = file
    claimed["standalone"] = false
    replace(file, with: claimed, &moment)
  }

  /// Stores a change that the service makes to a file object, and publishes the event.
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

/// Methods that create and remove files (A12).
extension EGF2State {
  /// Creates a file object and reserves a URL for the upload of its contents.
  ///
  /// The result also contains `upload_url`, which is not stored.
  ///
  /// - Throws: A refusal if a field is invalid.
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

  /// Removes a file; the event says that a service removed it.
  mutating func removeFile(_ id: String, _ moment: inout Moment) {
    do throws(Fault) { try delete(id, by: nil, &moment, within: .unlimited) } catch {}
  }

  /// Returns one entry for each image size of the kind; none if the request has no kind or an
  /// unknown one.
  ///
  /// - Throws: A refusal if the file is not an image.
  private func resizes(of order: FileOrder) throws(Fault) -> [JSON] {
    guard let kind = order.kind,
      let sizes = configuration.kinds.first(where: { $0.key.isExactly(kind) })?.value
    else { return [] }
    guard order.contentType.hasPrefix("image/") else { throw .notAnImage }
    return sizes.map { ["dimensions": .object($0.json)] }
  }

  /// Draws a key that consists of the year, the number of the week (the first contains January 1),
  /// and a UUID.
  private static func newKey(_ moment: inout Moment) -> String {
    let date = CivilDate(milliseconds: moment.milliseconds)
    let first = CivilDate.milliseconds(year: date.year, month: 1, day: 1) / 86_400_000
    // The first day of 1970 was a Thursday, four days after a Sunday.
    let sunday = first - (((first + 4) % 7) + 7) % 7
    let week = (date.daysSince1970 - sunday) / 7 + 1
    return "\(date.year)-\(week)/" + moment.draw(.uuid, named: "key")
  }
}

/// A request for a new file (A12).
struct FileOrder: Sendable, Hashable {
  let contentType: String
  let title: String?
  /// The kind of image, which determines the image sizes; `nil` if the request has none.
  let kind: String?
  /// The scheme and host at the start of the file's URLs.
  let base: String
}
