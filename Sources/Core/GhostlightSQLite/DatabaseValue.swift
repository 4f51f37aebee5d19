/// A value that SQLite can store.
package enum DatabaseValue: Sendable, Hashable, CustomStringConvertible {
  case null
  case int64(Int64)
  case double(Double)
  case string(String)
  case blob([UInt8])

  /// The value in SQL notation: `NULL`, a number, a quoted string, or a blob literal.
  package var description: String {
    switch self {
    case .null: "NULL"
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): String(reflecting: text)
    case .blob(let bytes):
      "x'"
        + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    }
  }
}

/// A type whose values can be bound to statements and read from rows.
package protocol DatabaseValueConvertible {
  /// The value as SQLite stores it.
  var databaseValue: DatabaseValue { get }

  /// Creates a value from a stored value, or returns `nil` if the stored value has the wrong type.
  init?(_ value: DatabaseValue)
}

extension DatabaseValue: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { self }

  package init?(_ value: DatabaseValue) { self = value }
}

extension Int64: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .int64(self) }

  package init?(_ value: DatabaseValue) {
    switch value {
    case .int64(let number): self = number
    case .double(let number):
      guard let exact = Int64(exactly: number.rounded(.towardZero)) else { return nil }
      self = exact
    default: return nil
    }
  }
}

extension Int: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .int64(Int64(self)) }

  package init?(_ value: DatabaseValue) {
    guard let number = Int64(value) else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .int64(self ? 1 : 0) }

  package init?(_ value: DatabaseValue) {
    switch value {
    case .int64(let number): self = number != 0
    case .double(let number): self = number != 0
    default: return nil
    }
  }
}

extension Double: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .double(self) }

  package init?(_ value: DatabaseValue) {
    switch value {
    case .int64(let number): self.init(number)
    case .double(let number): self = number
    default: return nil
    }
  }
}

extension String: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .string(self) }

  /// Creates a string from stored text, or from a blob that is valid UTF-8.
  package init?(_ value: DatabaseValue) {
    switch value {
    case .string(let text): self = text
    case .blob(let bytes): self.init(validating: bytes, as: UTF8.self)
    default: return nil
    }
  }
}

extension [UInt8]: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .blob(self) }

  /// Creates bytes from a stored blob, or from the UTF-8 bytes of stored text.
  package init?(_ value: DatabaseValue) {
    switch value {
    case .blob(let bytes): self = bytes
    case .string(let text): self = Array(text.utf8)
    default: return nil
    }
  }
}

/// The values of a statement's parameters, in order; `nil` stands for NULL.
package struct StatementArguments: Sendable, ExpressibleByArrayLiteral {
  package var values: [DatabaseValue]

  package init(arrayLiteral elements: (any DatabaseValueConvertible)?...) { self.init(elements) }

  /// Creates arguments from values of different types.
  package init(_ values: [(any DatabaseValueConvertible)?]) {
    self.values = values.map { $0?.databaseValue ?? .null }
  }
}
