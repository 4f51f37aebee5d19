import Ghostlight
import GhostlightCore
import GhostlightSQLite
import HTTPTypes

/// Converts rows of the table `changes` to changes.
enum ChangeRow {
  /// The names of the columns, in the order of ``ChangeColumns/columns``.
  static let columns = """
    number, namespace, moment, milliseconds, kind, emulator, method, scheme, authority, target, \
    headers, body, detail, previous, answer, checksum
    """

  static let insertion = """
    INSERT INTO changes (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// The positions of columns that are `NULL` in rows of older versions.
  ///
  /// They contain the number of the previous row, the digest of the response, and the checksum of
  /// all other columns.
  static let (previous, answer, checksum) = (13, 14, 15)

  /// The positions of the columns that only an exchange has.
  static let exchange = 6..<12

  /// Returns a checksum of a row's values, by which damage to the row is detected.
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
  /// Returns the change in a row; the row must have ``columns``.
  ///
  /// `fields` caches parsed header fields for the next row.
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

  static func number(_ row: Row) throws(UnreadableChange) -> Int64 { try integer(row, 0) }

  /// Returns the number of the previous row; rows of older versions do not store it and have no
  /// gaps.
  static func previous(_ row: Row) throws(UnreadableChange) -> Int64 {
    row.hasNull(atIndex: previous) ? try integer(row, 0) - 1 : try integer(row, previous)
  }

  /// Returns the total number of bytes in the columns `body` and `detail`.
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
        throw UnreadableChange("its detail is not a clock")
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
      throw UnreadableChange("its method \"\(name)\" is not valid")
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
      throw UnreadableChange("column \(column) is not valid JSON: \(error)")
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

/// A cache for parsed header fields, which are often the same as in the previous row.
struct FieldsOfRow {
  private var last: (value: DatabaseValue, fields: HTTPFields)?

  /// Returns the header fields in a column, parsed or from the cache.
  mutating func read(_ row: Row, _ column: Int) throws(UnreadableChange) -> HTTPFields {
    let value = row.value(column)
    if let last, last.value == value { return last.fields }
    let fields = try HTTPFields(json: try ChangeRow.json(row, column))
    last = (value, fields)
    return fields
  }
}

/// The values of the column `kind`.
enum ChangeKind: String, Sendable, CaseIterable {
  case exchange
  case state
  case clock
  case reset
  case fork
  case drop
  case restore
}

struct NumberedChange: Sendable {
  let number: Int64
  let change: Change
}

/// The reason why a row is not a valid change.
struct UnreadableChange: Error, CustomStringConvertible {
  /// The name of the column, and the problem with its value.
  let description: String

  init(_ description: String) { self.description = description }
}
