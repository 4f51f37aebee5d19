import Foundation
import GRDB
import GhostlightCore

/// Text and bytes as SQLite keeps them.
enum SQLBytes {
  /// Our own JSON may be as deep and as long as anything that was taken in once.
  static let limits = JSONLimits(depth: JSONLimits.deepest, bytes: .max)

  /// The text of a value, or `nil` where it is neither text nor bytes.
  static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    default: nil
    }
  }

  /// The bytes of a value, or `nil` where it is neither text nor bytes.
  static func bytes(_ value: DatabaseValue) -> [UInt8]? {
    switch value.storage {
    case .string(let text): Array(text.utf8)
    case .blob(let data): Array(data)
    default: nil
    }
  }
}
