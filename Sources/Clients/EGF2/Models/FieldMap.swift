import Synchronization

/// The fields of a class, found by either name.
struct FieldMap: Sendable {
  let fields: [EGF2Field]
  private let byName: [String: Int]
  private let byJSON: [String: Int]

  private init(_ fields: [EGF2Field]) {
    self.fields = fields
    byName = Dictionary(fields.indices.map { (fields[$0].name, $0) }) { $1 }
    byJSON = Dictionary(fields.indices.map { (fields[$0].json, $0) }) { $1 }
  }

  /// The map of a class, made when it is first asked for.
  static func of(_ type: any EGF2Model.Type) -> FieldMap {
    let key = ObjectIdentifier(type)
    if let known = maps.withLock({ $0[key] }) { return known }
    let map = FieldMap(type.graphFields)
    maps.withLock { $0[key] = map }
    return map
  }

  private static let maps = Mutex<[ObjectIdentifier: FieldMap]>([:])

  /// The field of a property.
  func field(named name: String) -> EGF2Field? { byName[name].map { fields[$0] } }

  /// The field of a member on the wire.
  func field(json: String) -> EGF2Field? { byJSON[json].map { fields[$0] } }
}
