import GhostlightCore
import GhostlightEmulation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A built-in function of the query language: its name, the allowed numbers of arguments, and its
/// implementation.
///
/// - Source: protocol reference B14.4.
struct SQLFunction: Sendable {
  typealias Body = @Sendable ([JSON?], SQLContext) throws(SQLError) -> JSON?
  /// Creates the implementation for calls in which all arguments except the first are constants.
  typealias Preparation = @Sendable ([JSON?], WorkBudget) -> Body

  /// The name in upper case.
  let name: String
  let arity: ClosedRange<Int>
  let body: Body
  /// The kind of score that the function returns, if a query can order documents by it.
  let score: SQLScore?
  /// Whether the binder determines the implementation from the container's policies for search.
  let isOfSearch: Bool
  private let preparation: Preparation?

  init(
    _ name: String, _ arity: ClosedRange<Int>, score: SQLScore? = nil, isOfSearch: Bool = false,
    preparation: Preparation? = nil, _ body: @escaping Body
  ) {
    self.name = name
    self.arity = arity
    self.score = score
    self.isOfSearch = isOfSearch
    self.preparation = preparation
    self.body = body
  }

  /// Returns a version of the function that has already done the work that depends only on
  /// constants in `arguments`.
  func prepared(
    for arguments: [SQLExpression], within budget: WorkBudget
  ) -> SQLFunction {
    guard let preparation else { return self }
    var known: [JSON?] = []
    for argument in arguments.dropFirst() {
      guard case .constant(let value) = argument else { return self }
      known.append(value)
    }
    return SQLFunction(name, arity, preparation(known, budget))
  }

  /// All functions by their names in upper case.
  static let all: [String: SQLFunction] = {
    var table: [String: SQLFunction] = [:]
    let chapters = [
      types, strings, trims, lists, patterns, conversions, arrays, sets, summaries, numbers,
      integers, dates, calendar, geometry, vectors, texts,
    ]
    for function in chapters.joined() { table[function.name] = function }
    return table
  }()

  /// Returns whether a call can have this number of arguments.
  ///
  /// `NOW` takes an offset of two arguments, or none.
  func takes(_ count: Int) -> Bool { arity.contains(count) && (name != "NOW" || count != 1) }
}

extension SQLFunction: Hashable {
  static func == (left: SQLFunction, right: SQLFunction) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SQLFunction {
  /// Returns a function of one string.
  static func ofText(
    _ name: String, _ body: @escaping @Sendable (String) -> JSON?
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      return body(text)
    }
  }

  /// Returns a function of one number.
  static func ofNumber(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, _ throws(SQLError) in
      arguments[0]?.number.map { SQLNumber.json(body($0)) }
    }
  }

  /// Returns a test of one value; the result is `false` for undefined.
  static func test(
    _ name: String, _ body: @escaping @Sendable (JSON) -> Bool
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, _ throws(SQLError) in
      .bool(arguments[0].map(body) ?? false)
    }
  }
}

extension SQLFunction {
  /// Functions that test a value's type, or whether it is defined.
  static let types: [SQLFunction] = [
    test("IS_DEFINED") { _ in true },
    test("IS_NULL") { $0.isNull },
    test("IS_BOOL") { $0.bool != nil },
    test("IS_NUMBER") { $0.number != nil },
    test("IS_STRING") { $0.string != nil },
    test("IS_ARRAY") { $0.array != nil },
    test("IS_OBJECT") { $0.object != nil },
    test("IS_PRIMITIVE") { $0.array == nil && $0.object == nil },
    test("IS_FINITE_NUMBER") { $0.number?.isFinite ?? false },
    test("IS_INTEGER") { SQLNumber.whole($0) != nil },
    test("IS_DATETIME") { SQLDate($0) != nil },
    SQLFunction("IIF", 3...3) { arguments, _ throws(SQLError) in
      arguments[0] == .bool(true) ? arguments[1] : arguments[2]
    },
  ]
}

extension SQLFunction {
  /// Functions that convert values to and from strings.
  static let conversions: [SQLFunction] = [
    SQLFunction("TOSTRING", 1...1) { arguments, context throws(SQLError) in
      guard let value = arguments[0] else { return nil }
      if value.string != nil { return value }
      if let name = SQLNumber.name(ofInfinite: value) { return .string(name) }
      do throws(Fault) {
        try value.pay(printing: context.budget)
      } catch { throw SQLError(error) }
      return .string(printable(value).text())
    },
    parser("STRINGTONUMBER") { value in
      value.number.flatMap { $0.isFinite ? SQLNumber.json($0) : .none }
    },
    parser("STRINGTOBOOLEAN") { value in value.bool.map { .bool($0) } },
    parser("STRINGTONULL") { value in value.isNull ? .some(.null) : .none },
    parser("STRINGTOARRAY") { value in value.array.map { .array($0) } },
    parser("STRINGTOOBJECT") { value in value.object.map { .object($0) } },
  ]

  /// Returns a value whose numbers have the form in which queries print them: `42.0` becomes 42.
  private static func printable(_ value: JSON) -> JSON {
    switch value {
    case .double, .decimal: return value.number.map(SQLNumber.json) ?? value
    case .array(let elements): return .array(elements.map(printable))
    case .object(let object):
      var copy = JSONObject()
      for member in object { copy.append(member.key, printable(member.value)) }
      return .object(copy)
    default: return value
    }
  }

  /// Returns a function that parses a string as JSON; a result of the wrong type is undefined.
  private static func parser(
    _ name: String, _ body: @escaping @Sendable (JSON) -> JSON?
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string else { return nil }
      // An array element is at least two bytes long as JSON, and uses more memory than one unit of
      // work covers.
      try context.budget.pay(text.utf8.count)
      do throws(JSONError) {
        return body(try JSON.parse(Array(text.utf8)))
      } catch {
        return nil
      }
    }
  }
}

extension SQLFunction {
  static let numbers: [SQLFunction] = [
    ofNumber("ABS") { abs($0) },
    ofNumber("CEILING") { $0.rounded(.up) },
    ofNumber("FLOOR") { $0.rounded(.down) },
    ofNumber("SIGN") { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 },
    ofNumber("SQRT") { $0.squareRoot() },
    ofNumber("SQUARE") { $0 * $0 },
    ofNumber("EXP") { exp($0) },
    ofNumber("LOG10") { log10($0) },
    ofNumber("SIN") { sin($0) },
    ofNumber("COS") { cos($0) },
    ofNumber("TAN") { tan($0) },
    ofNumber("COT") { 1 / tan($0) },
    ofNumber("ASIN") { asin($0) },
    ofNumber("ACOS") { acos($0) },
    ofNumber("ATAN") { atan($0) },
    ofNumber("DEGREES") { $0 * 180 / .pi },
    ofNumber("RADIANS") { $0 * .pi / 180 },
    ofNumber("ROUND") { $0.rounded(.toNearestOrAwayFromZero) },
    ofNumber("TRUNC") { $0.rounded(.towardZero) },
    ofTwoNumbers("POWER") { pow($0, $1) },
    ofTwoNumbers("ATN2") { atan2($0, $1) },
    SQLFunction("LOG", 1...2) { arguments, _ throws(SQLError) in
      guard let number = arguments[0]?.number else { return nil }
      guard arguments.count == 2 else { return SQLNumber.json(log(number)) }
      guard let base = arguments[1]?.number else { return nil }
      // With natural logarithms, the last digit of `LOG(2, 10)` would not be that of the service.
      return SQLNumber.json(log10(number) / log10(base))
    },
    SQLFunction("NUMBERBIN", 1...2) { arguments, _ throws(SQLError) in
      guard let number = arguments[0]?.number else { return nil }
      guard arguments.count == 2 else { return SQLNumber.json(number.rounded(.down)) }
      guard let size = arguments[1]?.number, size != 0 else { return nil }
      return SQLNumber.json((number / size).rounded(.down) * size)
    },
    SQLFunction("PI", 0...0) { _, _ throws(SQLError) in .double(.pi) },
    SQLFunction("RAND", 0...0) { _, context throws(SQLError) in
      .double(context.instant.draws.next())
    },
  ]

  private static func ofTwoNumbers(
    _ name: String, _ body: @escaping @Sendable (Double, Double) -> Double
  ) -> SQLFunction {
    SQLFunction(name, 2...2) { arguments, _ throws(SQLError) in
      guard let first = arguments[0]?.number, let second = arguments[1]?.number else { return nil }
      return SQLNumber.json(body(first, second))
    }
  }
}

/// The current time of a query, which is the same for all its rows, and its random numbers.
package struct SQLInstant: Sendable {
  /// The time in milliseconds since 1970.
  package let milliseconds: Int64
  let draws: SQLDraws

  /// Creates the instant of one query, with the seed of its random numbers.
  package init(milliseconds: Int64, seed: UInt64) {
    self.milliseconds = milliseconds
    draws = SQLDraws(seed: seed)
  }
}

/// The random numbers of a query: another one for each call of `RAND()`.
final class SQLDraws: Sendable {
  private let random: Mutex<SplitMix64>

  init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

  /// Returns a number that is at least 0 and less than 1.
  func next() -> Double { random.withLock { Double($0.next() >> 11) / 0x1p53 } }
}
