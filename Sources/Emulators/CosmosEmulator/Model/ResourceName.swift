import GhostlightCore
import GhostlightEmulation

/// The `id` of a resource: 1 to 1023 bytes without `/`, `\`, `?` and `#`.
///
/// - Source: protocol reference B11.
enum ResourceName {
  static func read(_ body: JSONObject) throws(Fault) -> String {
    guard let id = body["id"]?.string, !id.isEmpty else { throw .missingID }
    try check(id)
    return id
  }

  static func check(_ id: String) throws(Fault) {
    let forbidden = Array("/\\?#".utf8)
    guard id.utf8.count <= 1023, !id.utf8.contains(where: forbidden.contains) else {
      throw .badName
    }
  }
}
