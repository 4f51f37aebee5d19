import Foundation

/// One entry of a notification's user info, on its way to the callback queue.
enum NewsDetail: Sendable {
  case text(String)
  case number(Int)
  case record(ObjectRecord)
  /// What the app itself gets: the object, or the objects of the page.
  case result

  /// The entry, where the app gets this.
  func value(about result: Any) -> Any {
    switch self {
    case .text(let text): text
    case .number(let number): number
    case .record(let record): record.built()
    case .result: (result as? EGF2Page)?.objects ?? result
    }
  }
}
