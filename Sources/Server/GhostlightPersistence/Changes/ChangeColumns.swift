import Ghostlight
import GhostlightCore
import GhostlightSQLite
import HTTPTypes

/// The columns of a row in the table `changes`, in memory that is reused for each row.
///
/// Strings and BLOBs are stored one after another in ``bytes``, so that SQLite reads them in place.
struct ChangeColumns {
  private(set) var columns: [BorrowedValue] = []
  private(set) var bytes: [UInt8] = []

  /// Stores the columns for a change; `previous` is the number of the row before it.
  mutating func set(_ numbered: NumberedChange, after previous: Int64) {
    let change = numbered.change
    columns.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    columns.append(.integer(numbered.number))
    add(change.namespace)
    columns.append(.integer(Int64(bitPattern: change.moment)))
    columns.append(.integer(change.milliseconds))
    addOperation(change.operation)
    columns.append(.integer(previous))
    columns.append(change.answer.map { .integer(Int64(bitPattern: $0.digest)) } ?? .null)
    columns.append(.integer(sum))
  }

  /// Appends the columns kind, emulator, method, scheme, authority, target, headers, body and
  /// detail.
  private mutating func addOperation(_ operation: Change.Operation) {
    switch operation {
    case .exchange(let emulator, let request):
      add(ChangeKind.exchange, emulator)
      add(request.method.rawValue)
      add(request.scheme)
      add(request.authority)
      add(request.target.raw)
      add { request.headers.print(into: &$0) }
      if request.body.isEmpty { columns.append(.null) } else { addBlob(request.body) }
      columns.append(.null)
    case .state(let emulator, let name, let parameters):
      add(.state, emulator, ["name": .string(name), "parameters": .object(parameters)])
    case .clock(let clock): add(.clock, nil, clock.json)
    case .reset(let emulator): add(.reset, emulator, nil)
    case .fork(let source): add(.fork, nil, ["of": .string(source)])
    case .drop: add(.drop, nil, nil)
    case .restore(let snapshot): add(.restore, nil, snapshot)
    }
  }

  /// Appends the columns from kind to detail for an operation that is not an exchange.
  private mutating func add(_ kind: ChangeKind, _ emulator: String?, _ detail: JSON?) {
    add(kind, emulator)
    for _ in ChangeRow.exchange { columns.append(.null) }
    if let detail { add { detail.print(into: &$0) } } else { columns.append(.null) }
  }

  private mutating func add(_ kind: ChangeKind, _ emulator: String?) {
    add(kind.rawValue)
    if let emulator { add(emulator) } else { columns.append(.null) }
  }

  private mutating func add(_ text: String) {
    add { $0.append(contentsOf: text.utf8) }
  }

  /// Appends a string; if it has a zero byte, where SQLite would cut it off, it is stored as a
  /// BLOB.
  private mutating func add(_ print: (inout [UInt8]) -> Void) {
    let start = bytes.count
    print(&bytes)
    let range = start..<bytes.count
    columns.append(bytes[range].contains(0) ? .blob(range) : .text(range))
  }

  private mutating func addBlob(_ body: [UInt8]) {
    let start = bytes.count
    bytes += body
    columns.append(.blob(start..<bytes.count))
  }

  /// A checksum of the columns, by which damage to the row is detected.
  private var sum: Int64 {
    var digest = Digest64()
    bytes.withUnsafeBytes { bytes in
      for column in columns {
        switch column {
        case .null: digest.add(0)
        case .integer(let number): digest.add(UInt64(bitPattern: number))
        case .text(let range), .blob(let range):
          digest.add(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
      }
    }
    return Int64(bitPattern: digest.value)
  }
}

/// Converts SQLite's values to strings and bytes.
enum SQLBytes {
  /// The limits for JSON from the database.
  ///
  /// It may have any size, and the maximum depth, because it was accepted when it was written.
  static let limits = JSONLimits(depth: JSONLimits.deepest, bytes: .max)

  /// Returns the value as a string; `nil` if it is neither text nor a BLOB.
  static func text(_ value: DatabaseValue) -> String? {
    switch value {
    case .string(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Returns the value as bytes; `nil` if it is neither text nor a BLOB.
  static func bytes(_ value: DatabaseValue) -> [UInt8]? {
    [UInt8](value)
  }
}
