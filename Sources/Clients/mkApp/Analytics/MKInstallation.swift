import GhostlightCore

/// What is kept of an installation's reports.
struct MKInstallation: Sendable, Hashable {
  static let name = "mia-installation.json"

  var id: String
  /// The last day of use that was reported, in UTC.
  var day: String?

  init(id: String) { self.id = id }

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON.parse(bytes), let id = json["id"]?.string else { return nil }
    self.init(id: id)
    day = json["day"]?.string
  }

  var bytes: [UInt8] {
    let json: JSON = ["id": .string(id), "day": day.map(JSON.string) ?? .null]
    return json.bytes
  }
}
