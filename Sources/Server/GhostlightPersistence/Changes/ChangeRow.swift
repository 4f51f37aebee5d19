import Ghostlight
import GhostlightCore
import GhostlightSQLite
import HTTPTypes

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
      switch value {
      case .null: digest.add(0)
      case .int64(let number): digest.add(UInt64(bitPattern: number))
      case .double(let number): digest.add(number.bitPattern)
      case .string(var text): text.withUTF8 { digest.add(UnsafeRawBufferPointer($0)) }
      case .blob(let bytes): bytes.withUnsafeBytes { digest.add($0) }
      }
    }
    return Int64(bitPattern: digest.value)
  }
}

extension ChangeRow {
  /// The change of a row that has ``columns``.
  static func change(_ row: Row) throws(UnreadableChange) -> Change {
    var fields = FieldsOfRow()
    return try change(row, &fields)
  }

  /// The same, of one row after another.
  static func change(_ row: Row, _ fields: inout FieldsOfRow) throws(UnreadableChange) -> Change {
    var change = Change(
      namespace: try text(row, 1), moment: UInt64(bitPattern: try integer(row, 2)),
      milliseconds: try integer(row, 3), try operation(row, &fields))
    if !row.hasNull(atIndex: answer) {
      change.answer = .digest(UInt64(bitPattern: try integer(row, answer)))
    }
    guard !row.hasNull(atIndex: checksum) else { return change }
    guard try integer(row, checksum) == sum((0..<checksum).lazy.map(row.value)) else {
      throw UnreadableChange("its bytes are not those that were written")
    }
    return change
  }

  /// The number of a row.
  static func number(_ row: Row) throws(UnreadableChange) -> Int64 { try integer(row, 0) }

  /// The number of the row that was written before it; older versions left none out.
  static func previous(_ row: Row) throws(UnreadableChange) -> Int64 {
    row.hasNull(atIndex: previous) ? try integer(row, 0) - 1 : try integer(row, previous)
  }

  /// The bytes that its body and its details take.
  static func size(_ row: Row) -> Int {
    row.size(11) + row.size(12)
  }

  private static func operation(
    _ row: Row, _ fields: inout FieldsOfRow
  ) throws(UnreadableChange) -> Change.Operation {
    let kind = try text(row, 4)
    switch ChangeKind(rawValue: kind) {
    case .exchange: return .exchange(emulator: try text(row, 5), try request(row, &fields))
    case .state:
      let detail = try json(row, 12)
      guard let name = detail["name"]?.string, let parameters = detail["parameters"]?.object else {
        throw UnreadableChange("its detail names no provider state")
      }
      return .state(emulator: try text(row, 5), name: name, parameters: parameters)
    case .clock:
      guard let clock = VirtualClock(json: try json(row, 12)) else {
        throw UnreadableChange("its detail is no clock")
      }
      return .clock(clock)
    case .reset: return .reset(emulator: SQLBytes.text(row.value(5)))
    case .fork:
      guard let source = try json(row, 12)["of"]?.string else {
        throw UnreadableChange("its detail names no namespace")
      }
      return .fork(of: source)
    case .drop: return .drop
    case .restore: return .restore(try json(row, 12))
    case nil: throw UnreadableChange("its kind is \"\(kind)\", which this version does not know")
    }
  }

  private static func request(
    _ row: Row, _ fields: inout FieldsOfRow
  ) throws(UnreadableChange) -> Request {
    let name = try text(row, 6)
    guard let method = HTTPRequest.Method(rawValue: name) else {
      throw UnreadableChange("its method \"\(name)\" is none")
    }
    return Request(
      method, RequestTarget(try text(row, 9)), scheme: try text(row, 7),
      authority: try text(row, 8), headers: try fields.read(row, 10),
      body: SQLBytes.bytes(row.value(11)) ?? [])
  }

  fileprivate static func json(_ row: Row, _ column: Int) throws(UnreadableChange) -> JSON {
    guard let bytes = SQLBytes.bytes(row.value(column)) else { throw missing(column) }
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: SQLBytes.limits)
    } catch {
      throw UnreadableChange("column \(column) is no JSON: \(error)")
    }
  }

  private static func text(_ row: Row, _ column: Int) throws(UnreadableChange) -> String {
    guard let text = SQLBytes.text(row.value(column)) else { throw missing(column) }
    return text
  }

  private static func integer(_ row: Row, _ column: Int) throws(UnreadableChange) -> Int64 {
    guard case .int64(let integer) = row.value(column) else { throw missing(column) }
    return integer
  }

  private static func missing(_ column: Int) -> UnreadableChange {
    UnreadableChange("column \(column) is missing or of another type")
  }
}

/// The header fields of a request, which are often those of the row before.
struct FieldsOfRow {
  private var last: (value: DatabaseValue, fields: HTTPFields)?

  /// The fields that stand in a column.
  mutating func read(_ row: Row, _ column: Int) throws(UnreadableChange) -> HTTPFields {
    let value = row.value(column)
    if let last, last.value == value { return last.fields }
    let fields = try HTTPFields(json: try ChangeRow.json(row, column))
    last = (value, fields)
    return fields
  }
}

/// What the column `kind` says.
enum ChangeKind: String, Sendable, CaseIterable {
  case exchange
  case state
  case clock
  case reset
  case fork
  case drop
  case restore
}

/// A change with its place in the log.
struct NumberedChange: Sendable {
  let number: Int64
  let change: Change
}

/// Why a row is no change.
struct UnreadableChange: Error, CustomStringConvertible {
  /// The column, and what is wrong with it.
  let description: String

  init(_ description: String) { self.description = description }
}
