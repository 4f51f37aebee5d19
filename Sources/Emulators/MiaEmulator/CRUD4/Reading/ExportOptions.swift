import GhostlightCore
import GhostlightEmulation

/// What `_exportOpts` says of an export of comma-separated values (A5).
///
/// - Source: assumption: the members; the reference names the parameter alone.
struct ExportOptions: Sendable {
  /// What stands between cells.
  private(set) var delimiter = UInt8(ascii: ",")
  /// Whether the first line has the names.
  private(set) var hasHeader = true

  /// Reads the parameter: an object of `delimiter`, one character of ASCII, and `header`.
  ///
  /// - Throws: ``Fault/crudValidation`` and ``Fault/crudUnknownProperty``.
  init(_ text: String?) throws(Fault) {
    guard let text else { return }
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(text) } catch {
      throw .validation("querystring/_exportOpts must be object")
    }
    guard case .object(let members) = value else {
      throw .validation("querystring/_exportOpts must be object")
    }
    for member in members {
      let place = "querystring/_exportOpts/\(member.key)"
      switch member.key {
      case "delimiter":
        guard let delimiter = member.value.string.flatMap(Self.delimiter) else {
          throw .validation("\(place) must be one character")
        }
        self.delimiter = delimiter
      case "header":
        guard let flag = member.value.bool else { throw .validation("\(place) must be boolean") }
        hasHeader = flag
      default: throw .unknownProperty(member.key, at: "querystring/_exportOpts")
      }
    }
  }

  /// The character of ASCII that a text is and that may stand between cells, or `nil`.
  static func delimiter(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""),
      !(0x0A...0x0D).contains(byte)
    else { return nil }
    return byte
  }
}
