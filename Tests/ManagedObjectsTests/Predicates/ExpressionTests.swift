import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Expressions of predicates` {
  private static func value(
    _ expression: String, _ arguments: [Any] = [], of object: Any? = nil
  ) throws -> Any? {
    let node = try NSPredicate(parsing: "\(expression) == 1", arguments: arguments).node
    guard case .comparison(let comparison) = node else { return nil }
    return PredicateEvaluation(object: Operand(object), variables: [:])
      .value(of: comparison.left).external
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil, is NSNull: "nil"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate)"
    case let list as [Any]: "[\(list.map { text($0) }.joined(separator: " "))]"
    case let value?: "\(value)"
    }
  }

  /// Columns: an expression, and its value.
  private static let rows: [(String, String)] = [
    // Arithmetic.
    ("2 + 3", "5"), ("2 - 3", "-1"), ("2 * 3", "6"), ("7 / 2", "3.5"), ("6 / 2", "3"),
    ("6 / 0", "nil"), ("2 ** 3", "8.0"), ("2 ** 3 ** 2", "512.0"), ("7 - 3 - 2", "2"),
    ("12 / 3 / 2", "2"), ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("2 * 3 ** 2", "18.0"),
    ("-2", "-2"), ("- 2.5", "-2.5"), ("2.5 + 1", "3.5"), ("2.5 / 0", "inf"), ("'a' + 1", "nil"),
    ("nil + 1", "nil"), ("9223372036854775807 + 1", "9.223372036854776e+18"),
    ("9223372036854775807 - -1", "9.223372036854776e+18"),
    ("9223372036854775807 * 2", "1.8446744073709552e+19"),
    ("modulus:by:(7, 3)", "1"), ("modulus:by:(-7, 3)", "-1"), ("modulus:by:(7, 0)", "nil"),
    ("modulus:by:(7.5, 2)", "1.5"), ("add:to:(1, 2)", "3"), ("from:subtract:(1, 2)", "-1"),
    ("multiply:by:(2, 3)", "6"), ("divide:by:(7, 2)", "3.5"), ("raise:toPower:(2, 10)", "1024.0"),
    ("CAST('1.5', 'NSDecimalNumber') + 1", "2.5"), ("CAST('1.5', 'NSDecimalNumber') * 2", "3"),
    ("3 - CAST('1.5', 'NSDecimalNumber')", "1.5"), ("CAST('1.5', 'NSDecimalNumber') / 0", "nil"),
    ("CAST('9', 'NSDecimalNumber') / 2", "4.5"), ("CAST('3', 'NSDecimalNumber') ** 2", "9.0"),
    ("modulus:by:(CAST('7', 'NSDecimalNumber'), 4)", "3.0"),
    ("CAST(5, 'NSDate') + 2", "date 7.0"), ("CAST(5, 'NSDate') - 2", "date 3.0"),
    ("CAST(5, 'NSDate') * 2", "nil"), ("CAST(5, 'NSDate') + 'a'", "nil"),
    // Numbers.
    ("sqrt(9)", "3.0"), ("sqrt:(9)", "3.0"), ("log(1000)", "3.0"), ("log:(10)", "1.0"),
    ("ln(1)", "0.0"),
    ("ln:(1)", "0.0"), ("exp(0)", "1.0"), ("exp:(0)", "1.0"), ("floor(-1.5)", "-2.0"),
    ("floor:(2)", "2"),
    ("ceiling(-1.5)", "-1.0"), ("ceiling:(1.2)", "2.0"), ("trunc(-1.5)", "-1.0"),
    ("trunc:(2)", "2"),
    ("abs(-3)", "3"), ("abs:(-1.5)", "1.5"), ("abs(3)", "3"), ("sqrt('a')", "nil"),
    ("floor('a')", "nil"),
    // Bits.
    ("bitwiseAnd:with:(6, 3)", "2"), ("bitwiseOr:with:(6, 3)", "7"),
    ("bitwiseXor:with:(6, 3)", "5"), ("leftshift:by:(1, 4)", "16"), ("rightshift:by:(16, 3)", "2"),
    ("onesComplement:(0)", "-1"), ("bitwiseAnd:with:(6, 'a')", "nil"),
    ("bitwiseAnd:with:(6.5, 1)", "nil"), ("onesComplement:('a')", "nil"),
    // Texts.
    ("uppercase('aé')", "AÉ"), ("uppercase:('a')", "A"), ("lowercase('AÉ')", "aé"),
    ("lowercase:('A')", "a"), ("FUNCTION('a', 'uppercaseString')", "A"),
    ("FUNCTION('A', 'lowercaseString')", "a"), ("uppercase(1)", "nil"), ("lowercase(1)", "nil"),
    ("length('😀')", "2"), ("length:('abc')", "3"), ("length(1)", "nil"),
    // Collections.
    ("sum({1, 2, 3})", "6"), ("sum(1, 2)", "3"), ("sum:({1, 2})", "3"), ("sum({})", "0"),
    ("sum({1, nil, 2})", "3"), ("count({1, 1})", "2"), ("count:({})", "0"), ("count(1, 2, 3)", "3"),
    ("min({3, 1, 2})", "1"), ("min:({3, 1})", "1"), ("min(3, 2)", "2"), ("min({})", "nil"),
    ("max({3, 1, nil})", "3"), ("max:({3, 1})", "3"), ("max(3, 2)", "3"), ("max({})", "nil"),
    ("average({1, 2})", "1.5"), ("average:({1, 3})", "2.0"), ("average({})", "nil"),
    ("average({1.5, 2.5})", "2.0"), ("average({CAST('1', 'NSDecimalNumber'), 2})", "1.5"),
    ("average({'a'})", "nil"), ("median({3, 1, 2})", "2.0"), ("median({4, 1, 2, 3})", "2.5"),
    ("median:({1})", "1.0"), ("median({})", "nil"), ("mode({2, 1, 2})", "[2.0]"),
    ("mode({2, 1, 2, 1, 3})", "[1.0 2.0]"), ("mode:({1})", "[1.0]"), ("stddev({2, 4})", "1.0"),
    ("stddev:({3})", "0.0"), ("stddev({})", "nil"), ("distinct({1, 2, 1, 1.0})", "[1 2]"),
    ("distinct:({'a'})", "[a]"), ("({1, 2} UNION {2, 3})", "[1 2 3]"),
    ("({1, 2} INTERSECT {2, 3})", "[2]"), ("({1, 2} MINUS {2, 3})", "[1]"),
    // Elements.
    ("{5, 6, 7}[0]", "5"), ("{5, 6, 7}[2]", "7"), ("{5, 6, 7}[3]", "nil"), ("{5}[-1]", "nil"),
    ("{5, 6, 7}[FIRST]", "5"), ("{5, 6, 7}[LAST]", "7"), ("{5, 6, 7}[SIZE]", "3"),
    ("{}[FIRST]", "nil"), ("{}[LAST]", "nil"), ("{}[SIZE]", "0"), ("{5}[1.5]", "nil"),
    ("{'ab', 'c'}['length']", "[2 1]"),
    // Conversions.
    ("CAST(3, 'NSDate')", "date 3.0"), ("CAST('4', 'NSDate')", "date 4.0"),
    ("CAST('a', 'NSDate')", "nil"), ("CAST(CAST(3, 'NSDate'), 'NSDate')", "date 3.0"),
    ("CAST(CAST(3, 'NSDate'), 'NSNumber')", "3.0"), ("CAST('12', 'NSNumber')", "12"),
    ("CAST('1.5', 'NSNumber')", "1.5"), ("CAST('a', 'NSNumber')", "nil"),
    ("CAST('1.50', 'NSDecimalNumber')", "1.5"), ("CAST('a', 'NSString')", "a"),
    ("CAST(12, 'NSString')", "12"), ("CAST(nil, 'NSString')", ""),
    (
      "CAST('01020304-0506-0708-090A-0B0C0D0E0F10', 'NSUUID')",
      "01020304-0506-0708-090A-0B0C0D0E0F10"
    ), ("CAST('a', 'NSUUID')", "nil"), ("CAST('a:b', 'NSURL')", "a:b"), ("CAST(5, 'Other')", "5"),
    ("CAST(5, 6)", "nil"), ("noindex(5)", "5"), ("TERNARY(1 == 1, 2, 3)", "2"),
    ("TERNARY(1 == 2, 2, 3)", "3"), ("FUNCTION('ab', 'valueForKey:', 'length')", "2"),
    ("FUNCTION('ab', 'valueForKeyPath:', 'length')", "2"),
    ("FUNCTION('ab', 'valueForKey:', 5)", "nil"),
    ("SUBQUERY({1, 2, 3}, $x, $x > 1)", "[2 3]"),
    ("SUBQUERY({1, 2}, $x, SUBQUERY({2, 3}, $x, $x == 2).@count == $x)", "[1]"),
    // Literals.
    ("0x1F", "31"), ("0X1f", "31"), ("0o17", "15"), ("0b101", "5"), ("1e3", "1000.0"),
    ("1.5E-1", "0.15"), ("1E+2", "100.0"), ("12345678901234567890", "1.2345678901234567e+19"),
    (#"'a\nb\tc\rd\\e\'f\"g\u0041'"#, "a\nb\tc\rd\\e'f\"gA"), (#"'a\*b'"#, #"a\*b"#),
    ("TRUE", "1"), ("FALSE", "0"), ("yes", "1"), ("no", "0"), ("NULL", "nil"), ("SELF", "nil"),
    ("$x", "nil"),
  ]

  @Test func `an expression has the value in the table`() throws {
    for (expression, expected) in Self.rows {
      #expect(Self.text(try Self.value(expression)) == expected, "\(expression)")
    }
  }

  private static var dictionary: [String: Any] {
    [
      "n": [3, 1, NSNull(), 2, 1], "text": "abc", "inner": ["deep": ["x": 5]],
      "list": [["a": 1], ["a": 2], ["a": [3, 4]]], "set": Set([7]), "nothing": NSNull(),
    ]
  }

  /// Columns: a key path of the dictionary above, and its value.
  private static let paths: [(String, String)] = [
    ("text", "abc"), ("text.length", "3"), ("text.other", "nil"), ("inner.deep.x", "5"),
    ("inner.other.x", "nil"), ("list.a", "[1 2 3 4]"), ("list.@count", "3"), ("n.@count", "5"),
    ("list.@count.a", "4"), ("nothing.@count", "0"), ("text.@count", "1"), ("n.@sum.self", "7"),
    ("n.@avg.self", "1.75"), ("n.@min.self", "1"), ("n.@max.self", "3"), ("list.@max.a", "4"),
    ("n.@unionOfObjects.self", "[3 1 2 1]"), ("n.@distinctUnionOfObjects.self", "[3 1 2]"),
    ("n.@unionOfArrays.self", "[3 1 2 1]"), ("n.@distinctUnionOfArrays.self", "[3 1 2]"),
    ("n.@unionOfSets.self", "[3 1 2 1]"), ("n.@distinctUnionOfSets.self", "[3 1 2]"),
    ("n.@other.self", "nil"), ("set.self", "[7]"), ("nothing.x", "nil"), ("nosuch", "nil"),
    ("self.text", "abc"), ("SELF.text", "abc"),
  ]

  @Test func `a key path leads through dictionaries, collections and texts`() throws {
    for (path, expected) in Self.paths {
      let found = KeyPathReader.value(of: Self.dictionary, path: path)
      #expect(Self.text(found) == expected, "\(path)")
      #expect(Self.text(try Self.value(path, of: Self.dictionary)) == expected, "\(path)")
    }
    #expect(KeyPathReader.value(of: 5, path: "self") as? Int == 5)
    #expect(KeyPathReader.value(of: [1, 2], path: "@count") as? Int == 2)
  }

  private static var operands: [[Operand]] {
    [
      [.null], [.integer(1), .double(1), .decimal(1)], [.integer(2)],
      [.double(1.5), .decimal(1.5)],
      [.double(.nan)], [.double(.infinity)], [.integer(.max)], [.integer(.min)],
      [.double(-0x1p63 - 2048)],
      [.double(0x1p63)], [.text("a")], [.text("b")], [.text("é")], [.text("e\u{301}")],
      [.date(Date(timeIntervalSinceReferenceDate: 1))],
      [.date(Date(timeIntervalSinceReferenceDate: 2))],
      [.data(Data([1]))], [.data(Data([1, 2]))], [.uuid(People.key)],
      [.uuid(UUID.zero)],
      [.url(URL(filePath: "/a"))], [.url(URL(filePath: "/b"))],
      [.collection([.integer(1), .integer(2)], isOrdered: true)],
      [.collection([.integer(1)], isOrdered: true)], [.dictionary(["a": 1])],
      [.dictionary(["a": 2])],
      [.other("x" as NSString)], [.other("y" as NSString)],
    ]
  }

  @Test func `values are equal only to the same value of any number type`() {
    for (row, left) in Self.operands.enumerated() {
      for (column, right) in Self.operands.enumerated() {
        for one in left {
          for other in right {
            let isNaN = if case .double(let number) = one { number.isNaN } else { false }
            #expect((one == other) == (row == column && !isNaN), "\(one) \(other)")
            if one == other { #expect(one.hashValue == other.hashValue) }
          }
        }
      }
    }
    let ordered = Operand.collection([.integer(1), .integer(2)], isOrdered: true)
    let turned = Operand.collection([.integer(2), .integer(1)], isOrdered: true)
    let set = Operand.collection([.integer(2), .integer(1)], isOrdered: false)
    #expect(ordered != turned && ordered == set && set == turned)
  }

  /// Values in their order; those in one list have no order, or are the same.
  private static var orders: [[Operand]] {
    [
      [
        .integer(.min), .integer(-1), .double(-0.5), .integer(0), .double(0.5), .integer(1),
        .decimal(1.5), .integer(2), .double(2.5), .integer(.max), .double(0x1p63),
        .double(.infinity),
      ],
      [.decimal(-3), .integer(-2), .decimal(-1.5), .double(-1)],
      [
        .double(-.infinity), .double(-1e300), .decimal(-1), .double(1e-300), .decimal(1),
        .double(1e300), .double(.infinity),
      ],
      ["", "B", "a", "ab", "b", "é", "😀"].map(Operand.text),
      [0, 1, 1.5].map { .date(Date(timeIntervalSinceReferenceDate: $0)) },
      [[], [0], [0, 1], [1]].map { .data(Data($0)) },
      [.uuid(UUID.zero), .uuid(People.key)],
      ["/a", "/b"].map { .url(URL(filePath: $0)) },
    ]
  }

  @Test func `values of one kind have an order, and null comes first`() {
    for list in Self.orders {
      for (row, left) in list.enumerated() {
        for (column, right) in list.enumerated() {
          let expected: ComparisonResult =
            row == column ? .orderedSame : row < column ? .orderedAscending : .orderedDescending
          #expect(left.order(to: right) == expected, "\(left) \(right)")
          #expect(left.ordered(before: right) == expected)
          #expect(expected.reversed.reversed == expected)
        }
        #expect(Operand.null.ordered(before: left) == .orderedAscending)
        #expect(left.ordered(before: .null) == .orderedDescending)
        #expect(left.order(to: .null) == nil)
      }
    }
    #expect(Operand.null.ordered(before: .null) == .orderedSame)
    #expect(Operand.text("a").order(to: .integer(1)) == nil)
    #expect(Operand.text("a").ordered(before: .integer(1)) == .orderedSame)
    #expect(Operand.double(.nan).order(to: .integer(1)) == nil)
    #expect(Operand.integer(1).order(to: .double(.nan)) == nil)
    #expect(Operand.double(.nan).order(to: .double(1)) == nil)
    #expect(ComparisonResult.orderedAscending.reversed == .orderedDescending)
  }
}
