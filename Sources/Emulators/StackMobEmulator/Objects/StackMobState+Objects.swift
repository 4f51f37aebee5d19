import GhostlightCore
import GhostlightEmulation

/// The writes to a datastore; nothing here can refuse any more.
extension StackMobState {
  mutating func store(_ creation: ObjectCreation, _ moment: inout Moment) {
    let name = creation.schema.name
    adopt(creation.schema)
    objects[name, default: DocumentCollection()].insert(creation.object, forKey: creation.id)
    guard creation.schema.isUserSchema else { return }
    let password = creation.password.map { HashedSecret($0, &moment) }
    credentials[name, default: KeyedStore()][creation.id] = Credentials(password: password)
  }

  /// Puts another version of an object in its place.
  mutating func replace(_ id: String, in schema: Schema, with object: JSONObject) {
    adopt(schema)
    objects[schema.name]?.replace(object, forKey: id)
  }

  /// Takes an object out, a user with secrets and sessions.
  mutating func remove(_ id: String, from schema: Schema) {
    objects[schema.name]?.remove(id)
    guard schema.isUserSchema else { return }
    credentials[schema.name]?[id] = nil
    sessions.endAll(userSchema: schema.name, userName: id)
  }

  /// Keeps a schema if it is new or has learned something.
  mutating func adopt(_ schema: Schema) {
    if schemas[schema.name] != schema { schemas[schema.name] = schema }
  }
}
