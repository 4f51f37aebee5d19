import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Names of fields with commas between them, as headers and parameters have them (A7, A11).
enum NameList {
  /// The names, without the blanks before them.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// The columns that a trust header allows, or `nil` for all.
  static func columns(_ name: HTTPField.Name, of request: Request) -> Set<ExactText>? {
    request.headers.value(of: name).map { Set(names($0).map(ExactText.init)) }
  }
}
