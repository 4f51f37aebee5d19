import Ghostlight
import GRDB
import GhostlightCore
import HTTPTypes

/// A change as a row of the table `changes`.
enum ChangeRow {
  /// Columns in the order of ``values(_:_:)``.
  static let columns = """
    number, namespace, moment, milliseconds, kind, emulator, method, scheme, authority, target, \
    headers, body, detail
    """

  /// Adds a row; a number that is there already is the same change, written before.
  static let insertion = """
    INSERT OR REPLACE INTO changes (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// The values of a row.
  static func values(_ number: Int64, _ change: Change) -> [DatabaseValue] {
    var values = [DatabaseValue](repeating: .null, count: 13)
    values[0] = number.databaseValue
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
    return values
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
