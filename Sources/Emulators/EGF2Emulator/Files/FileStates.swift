import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// Brings provider states of files about (A12).
struct FileStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  /// Makes a file of a user whose bytes are there.
  func file(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let user = try parameters.string("user")
    guard state.schema.type(ofID: user) === state.schema.user, state.record(user) != nil else {
      throw ProviderStateProblem("there is no user \"\(user)\"; use \"user exists\" first")
    }
    guard let bytes = Base64.decode(try parameters.string("content", default: "Ynl0ZXM=")) else {
      throw ProviderStateProblem("the parameter \"content\" must be base64")
    }
    let order = FileOrder(
      contentType: try parameters.string("mime_type", default: "image/jpeg"),
      title: try parameters.optionalString("title"), kind: try parameters.optionalString("kind"),
      base: try parameters.string("base", default: "http://127.0.0.1:4403"))
    let isWaiting = try parameters.flag("waiting")
    do throws(Fault) {
      let file = try state.makeFile(order, by: user, &moment, within: .unlimited)
      let id = file["id"]?.string ?? ""
      let key = file["url"]?.string.flatMap(FileStore.key(ofURL:)) ?? ""
      var stored = state.record(id) ?? [:]
      if !isWaiting {
        state.files[key]?.bytes = bytes
        stored = try state.update(
          id, with: ["uploaded": true], by: user, &moment, within: .unlimited)
      }
      return [
        "id": .string(id), "url": stored["url"] ?? .null, "object": .object(stored),
        "path": .string(FileStore.folder + key),
        "signature": .string(state.files[key]?.signature ?? ""),
      ]
    } catch { throw ProviderStateProblem("the file is refused: \(error.message)") }
  }

  /// Removes the files that nothing has referred to for long enough.
  func removeStandalone(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let hours = try parameters.integer(
      "hours", 0...1_000_000, default: Int64(state.configuration.standaloneHours))
    guard let type = state.fileType else { return ["removed": 0] }
    let end = moment.milliseconds - hours * 3_600_000
    let old = state.records[type.slot].documents().filter { found in
      let created = found.document["created_at"]?.string.flatMap(ISODate.milliseconds)
      return found.document["standalone"] == true && found.document["deleted_at"] == nil
        && (created ?? .max) <= end
    }
    for found in old { state.removeFile(found.key, &moment) }
    return ["removed": .integer(Int64(old.count))]
  }
}
