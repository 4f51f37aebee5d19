import Foundation
import Ghostlight
import GRDB
import GhostlightCore
import HTTPTypes

/// A change as a row of the table `changes`.
enum ChangeRow {
  /// Columns in the order of ``values(_:after:)``.
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

  /// The arguments of ``insertion``.
  static func arguments(_ change: NumberedChange, after previous: Int64) -> StatementArguments {
    StatementArguments(values(change, after: previous))
  }

  /// The values of a row that comes after the one of the number `previous`.
  static func values(_ numbered: NumberedChange, after previous: Int64) -> [DatabaseValue] {
    let change = numbered.change
    var values = [DatabaseValue](repeating: .null, count: checksum + 1)
    values[0] = numbered.number.databaseValue
    values[1] = text(change.namespace)
    values[2] = Int64(bitPattern: change.moment).databaseValue
    values[3] = change.milliseconds.databaseValue
    values[4] = kind(change.operation).rawValue.databaseValue
    switch change.operation {
    case .exchange(let emulator, let request):
      values[5] = text(emulator)
      values[6] = text(request.method.rawValue)
      values[7] = text(request.scheme)
      values[8] = text(request.authority)
      values[9] = text(request.target.raw)
      values[10] = text(request.headers.json.text())
      if !request.body.isEmpty { values[11] = SQLBytes.value(request.body) }
    case .state(let emulator, let name, let parameters):
      values[5] = text(emulator)
      values[12] = detail(["name": .string(name), "parameters": .object(parameters)])
    case .clock(let clock): values[12] = detail(clock.json)
    case .reset(let emulator): if let emulator { values[5] = text(emulator) }
    case .fork(let source): values[12] = detail(["of": .string(source)])
    case .drop: break
    case .restore(let snapshot): values[12] = detail(snapshot)
    }
    values[Self.previous] = previous.databaseValue
    if let answer = change.answer {
      values[Self.answer] = Int64(bitPattern: answer.digest).databaseValue
    }
    values[checksum] = sum(values[..<checksum]).databaseValue
    return values
  }

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

  private static func kind(_ operation: Change.Operation) -> ChangeKind {
    switch operation {
    case .exchange: .exchange
    case .state: .state
    case .clock: .clock
    case .reset: .reset
    case .fork: .fork
    case .drop: .drop
    case .restore: .restore
    }
  }

  private static func detail(_ json: JSON) -> DatabaseValue { text(json.text()) }

  /// Text as text, but with a zero byte, at which SQLite would cut it off, as bytes.
  private static func text(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? SQLBytes.value(Array(text.utf8)) : text.databaseValue
  }
}
