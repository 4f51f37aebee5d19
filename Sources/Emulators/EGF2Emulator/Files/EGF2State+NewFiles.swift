import GhostlightCore
import GhostlightEmulation

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
