import Foundation
import GRDB
import Ghostlight

/// A change as a row of the table `changes`.
enum ChangeRow {
  /// Columns in the order of ``ChangeColumns/columns``.
  static let columns = """
    number, namespace, moment, milliseconds, kind, emulator, method, scheme, authority, target, \
    headers, body, detail, previous, answer, checksum
    """

  /// Adds a row.
  static let insertion = """
    INSERT INTO changes (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// The columns that a row of an older version lacks: the number of the row before it, the digest
  /// of the answer, the checksum of all columns before.
  static let (previous, answer, checksum) = (13, 14, 15)

  /// The columns that only an exchange has.
  static let exchange = 6..<12

  /// A checksum of values, by which a row shows that its bytes are what was written.
  static func sum(_ values: some Sequence<DatabaseValue>) -> Int64 {
    var digest = Digest64()
    for value in values {
      switch value.storage {
      case .null: digest.add(0)
      case .int64(let number): digest.add(UInt64(bitPattern: number))
      case .double(let number): digest.add(number.bitPattern)
      case .string(var text): text.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
      case .blob(let data): data.withUnsafeBytes { digest.add($0) }
      }
    }
    return Int64(bitPattern: digest.value)
  }
}
