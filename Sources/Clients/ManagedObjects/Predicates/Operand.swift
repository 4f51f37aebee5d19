#if !canImport(CoreData)
  import Foundation

  /// An object whose values predicates read by name: a managed object, or a row of a store.
  protocol KeyedSubject {
    func subjectValue(forKey key: String) -> Any?
    /// Returns a property's value in the form that predicates compare, without creating managed
    /// objects.
    func operand(forKey key: String) -> Operand
  }

  extension KeyedSubject {
    func operand(forKey key: String) -> Operand { Operand(subjectValue(forKey: key)) }
  }

  /// A value in a predicate, in the form that comparisons use.
  enum Operand {
    case null
    case integer(Int64)
    case double(Double)
    case decimal(Decimal)
    case text(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    /// A managed object, or only its ID; an object and its ID compare as equal.
    case object(NSManagedObjectID, (any KeyedSubject)?)
    case collection([Operand], isOrdered: Bool)
    case dictionary([AnyHashable: Any])
    case other(Any)

    init(_ value: Any?) {
      guard let value else {
        self = .null
        return
      }
      self = Self.simple(value) ?? Self.composed(value)
    }

    private static func simple(_ value: Any) -> Operand? {
      switch value {
      case let value as String: return .text(value)
      case let value as NSNumber: return number(value)
      case let value as Date: return .date(value)
      case let value as Decimal: return .decimal(value)
      case let value as Data: return .data(value)
      case let value as UUID: return .uuid(value)
      case let value as URL: return .url(value)
      default: return StoredValue.number(value).map(number)
      }
    }

    private static func composed(_ value: Any) -> Operand {
      switch value {
      case let object as NSManagedObject: return .object(object.objectID, object)
      case let id as NSManagedObjectID: return .object(id, nil)
      case let row as StoreRow: return .object(row.id, row)
      case let operand as Operand: return operand
      case is NSNull: return .null
      case let text as NSString: return .text(text.description)
      case let date as NSDate:
        return .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
      case let set as NSSet:
        return .collection(set.allObjects.map { Operand($0) }, isOrdered: false)
      case let set as NSOrderedSet:
        return .collection((0..<set.count).map { Operand(set.object(at: $0)) }, isOrdered: true)
      case let array as NSArray:
        return .collection((0..<array.count).map { Operand(array.object(at: $0)) }, isOrdered: true)
      case let set as Set<NSManagedObject>:
        return .collection(set.map { .object($0.objectID, $0) }, isOrdered: false)
      case let array as [Any]: return .collection(array.map { Operand($0) }, isOrdered: true)
      case let set as Set<AnyHashable>:
        return .collection(set.map { Operand($0.base) }, isOrdered: false)
      case let dictionary as [AnyHashable: Any]: return .dictionary(dictionary)
      case let dictionary as NSDictionary:
        var plain: [AnyHashable: Any] = [:]
        for key in dictionary.allKeys {
          if let name = key as? AnyHashable { plain[name] = dictionary.object(forKey: key) }
        }
        return .dictionary(plain)
      default:
        if let optional = value as? any OptionalValue { return Operand(optional.anyValue) }
        return .other(value)
      }
    }

    private static func number(_ number: NSNumber) -> Operand {
      if let decimal = number as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
      switch number.objCType.pointee {
      case 0x64, 0x66: return .double(number.doubleValue)
      case 0x51 where number.uint64Value > UInt64(Int64.max): return .double(number.doubleValue)
      default: return .integer(number.int64Value)
      }
    }

    init(_ value: StoredValue) {
      switch value {
      case .null: self = .null
      case .integer(let value): self = .integer(value)
      case .boolean(let value): self = .integer(value ? 1 : 0)
      case .double(let value): self = .double(value)
      case .float(let value): self = .double(Double(value))
      case .decimal(let value): self = .decimal(value.decimalValue)
      case .text(let value): self = .text(value)
      case .date(let value): self = .date(value)
      case .data(let value): self = .data(value)
      case .uuid(let value): self = .uuid(value)
      case .url(let value): self = .url(value)
      case .object(let value): self = Operand(value)
      }
    }

    /// The value as a Foundation type, as key paths and functions return it.
    var external: Any? {
      switch self {
      case .null: nil
      case .integer(let value): NSNumber(value: value)
      case .double(let value): NSNumber(value: value)
      case .decimal(let value): NSDecimalNumber(decimal: value)
      case .text(let value): value
      case .date(let value): value
      case .data(let value): value
      case .uuid(let value): value
      case .url(let value): value
      case .object(let id, let subject): subject ?? id
      case .collection(let elements, _): elements.map { $0.external ?? NSNull() }
      case .dictionary(let value): value
      case .other(let value): value
      }
    }

    var isNull: Bool { if case .null = self { true } else { false } }

    /// The elements of a collection, an array with only this value, or an empty array for null.
    var elements: [Operand] {
      switch self {
      case .null: []
      case .collection(let elements, _): elements
      default: [self]
      }
    }
  }

  extension Operand: Hashable {
    static func == (left: Operand, right: Operand) -> Bool { left.isEqual(to: right) }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .integer(let value): hasher.combine(Double(value))
      case .double(let value): hasher.combine(value)
      case .decimal(let value): hasher.combine(NSDecimalNumber(decimal: value).doubleValue)
      case .text(let value): hasher.combine(value)
      case .date(let value): hasher.combine(value)
      case .data(let value): hasher.combine(value)
      case .uuid(let value): hasher.combine(value)
      case .url(let value): hasher.combine(value)
      case .object(let id, _): hasher.combine(IDKey(id))
      case .null, .collection, .dictionary, .other: hasher.combine(0)
      }
    }

    /// Returns whether two values are equal.
    ///
    /// Strings are compared by their bytes, and numbers by their exact values, whatever their
    /// types.
    func isEqual(to other: Operand) -> Bool {
      switch (self, other) {
      case (.null, .null): return true
      case (.text(let left), .text(let right)): return left.utf8.elementsEqual(right.utf8)
      case (.date(let left), .date(let right)): return left == right
      case (.data(let left), .data(let right)): return left == right
      case (.uuid(let left), .uuid(let right)): return left == right
      case (.url(let left), .url(let right)): return left == right
      case (.object(let left, _), .object(let right, _)): return left.isSame(as: right)
      case (.collection(let left, let isOrdered), .collection(let right, let isOtherOrdered)):
        guard left.count == right.count else { return false }
        if isOrdered, isOtherOrdered { return zip(left, right).allSatisfy { $0.isEqual(to: $1) } }
        return left.allSatisfy { element in right.contains { $0.isEqual(to: element) } }
      case (.dictionary(let left), .dictionary(let right)):
        return NSDictionary(dictionary: left).isEqual(NSDictionary(dictionary: right))
      case (.other(let left), .other(let right)):
        return (left as? NSObject).map { $0.isEqual(right) } ?? false
      default: return numericOrder(to: other) == .orderedSame
      }
    }

    /// Returns the exact order of two numbers, or `nil` if one of the values is not a number.
    func numericOrder(to other: Operand) -> ComparisonResult? {
      func order<Number: Comparable>(_ left: Number, _ right: Number) -> ComparisonResult {
        left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
      }
      switch (self, other) {
      case (.integer(let left), .integer(let right)): return order(left, right)
      case (.double(let left), .double(let right)):
        return left.isNaN || right.isNaN ? nil : order(left, right)
      case (.integer(let left), .double(let right)): return Self.order(left, right)
      case (.double(let left), .integer(let right)): return Self.order(right, left)?.reversed
      case (.decimal(let left), .decimal(let right)): return order(left, right)
      case (.decimal(let left), .integer(let right)): return order(left, Decimal(right))
      case (.integer(let left), .decimal(let right)): return order(Decimal(left), right)
      case (.decimal(let left), .double(let right)): return Self.order(left, right)
      case (.double(let left), .decimal(let right)): return Self.order(right, left)?.reversed
      default: return nil
      }
    }

    private static func order(_ left: Decimal, _ right: Double) -> ComparisonResult? {
      if right.isNaN || left.isNaN { return nil }
      // `Decimal` cannot represent all magnitudes of a double, and traps for infinity.
      guard right == 0 || (1e-100..<1e100).contains(abs(right)) else {
        let left = NSDecimalNumber(decimal: left).doubleValue
        return left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
      }
      let right = Decimal(right)
      return left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
    }

    private static func order(_ left: Int64, _ right: Double) -> ComparisonResult? {
      if right.isNaN { return nil }
      if right >= 0x1p63 { return .orderedAscending }
      if right < -0x1p63 { return .orderedDescending }
      let whole = Int64(right.rounded(.towardZero))
      if left != whole { return left < whole ? .orderedAscending : .orderedDescending }
      let rest = right - right.rounded(.towardZero)
      return rest == 0 ? .orderedSame : rest > 0 ? .orderedAscending : .orderedDescending
    }

    /// Returns the order of two values, or `nil` if they cannot be compared.
    func order(to other: Operand) -> ComparisonResult? {
      func order<Value>(_ left: Value, _ right: Value, _ less: (Value, Value) -> Bool)
        -> ComparisonResult
      {
        less(left, right)
          ? .orderedAscending : less(right, left) ? .orderedDescending : .orderedSame
      }
      switch (self, other) {
      case (.text(let left), .text(let right)):
        return order(left, right) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      case (.date(let left), .date(let right)): return order(left, right, <)
      case (.data(let left), .data(let right)):
        return order(left, right) { $0.lexicographicallyPrecedes($1) }
      case (.uuid(let left), .uuid(let right)):
        return order(left.uuidString, right.uuidString, <)
      case (.url(let left), .url(let right)):
        return order(left.absoluteString, right.absoluteString, <)
      default: return numericOrder(to: other)
      }
    }

    /// Returns the order of two values for sorting.
    ///
    /// Null comes first, and values that cannot be compared count as equal.
    func ordered(before other: Operand) -> ComparisonResult {
      switch (isNull, other.isNull) {
      case (true, true): .orderedSame
      case (true, false): .orderedAscending
      case (false, true): .orderedDescending
      case (false, false): order(to: other) ?? .orderedSame
      }
    }
  }

  extension ComparisonResult {
    var reversed: ComparisonResult {
      switch self {
      case .orderedAscending: .orderedDescending
      case .orderedDescending: .orderedAscending
      case .orderedSame: .orderedSame
      }
    }
  }
#endif
