import GhostlightCore
import GhostlightEmulation

extension Schema {
  /// The schema as a snapshot holds it.
  var snapshot: JSON {
    [
      "name": .string(name),
      "primaryKey": .string(primaryKey),
      "passwordField": passwordField.map(JSON.string) ?? .null,
      "permissions": permissions.snapshot,
      "fields": .object(
        fields.reduce(into: JSONObject()) { $0.append($1.name, .string($1.type.name)) }),
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    let name = try reader.member("name").string()
    let primaryKey = try reader.member("primaryKey").string()
    let passwordField = try reader.member("passwordField")
    if passwordField.value != .null {
      self.init(
        user: name, nameField: primaryKey,
        passwordField: try passwordField.string())
    } else {
      self.init(name)
    }
    for field in try reader.member("fields").members() {
      guard let type = FieldType(try field.reader.string()) else {
        throw field.reader.problem("is no type of field")
      }
      self[field.key] = type
    }
    permissions = try Permissions(try reader.member("permissions"))
  }
}
