package import GhostlightCore
import GhostlightEmulation

/// The value that a document is filed under: a component for each path; `nil` is undefined.
///
/// Values compare with their type: `7`, `"7"` and `true` are three partitions.
///
/// - Source: protocol reference B11.
package struct PartitionKey: Sendable {
  package let components: [JSON?]

  package init(_ components: [JSON?]) { self.components = components }

  /// The key in a header: `["readonly"]`, `[7]`, `[{}]` for undefined; `nil` where it is no array of
  /// scalars.
  package init?(header: String) {
    let parsed: JSON
    do throws(JSONError) { parsed = try JSON.parse(Array(header.utf8)) } catch { return nil }
    self.init(parsed)
  }

  /// The key as JSON has it.
  package init?(_ json: JSON) {
    guard case .array(let elements) = json else { return nil }
    var components: [JSON?] = []
    for element in elements {
      if case .object(let object) = element, object.isEmpty {
        components.append(nil)
      } else if IndexValue(element) != nil {
        components.append(element)
      } else {
        return nil
      }
    }
    self.components = components
  }

  /// The key of a document, along a container's paths.
  package init(of document: JSONObject, along paths: [[String]]) {
    components = paths.map { path in
      guard let value = FieldPath(path).value(in: document), IndexValue(value) != nil else {
        return nil
      }
      return value
    }
  }

  /// One text for all spellings of the key, and for no other key.
  package var text: BytewiseString {
    BytewiseString(
      JSON.array(
        components.map { component in
          guard let component else { return .object([:]) }
          return component.number.map { .double($0) } ?? component
        }
      ).text())
  }

  /// The key as a header has it.
  package var json: JSON { .array(components.map { $0 ?? .object([:]) }) }

  /// Whether this is the key, or the beginning of a hierarchical one.
  package func isPrefix(of key: PartitionKey) -> Bool {
    guard components.count <= key.components.count else { return false }
    return PartitionKey(Array(key.components.prefix(components.count))).text == text
  }
}
