/// Functions of numbers, arrays and types.
extension SQLDocumentedFunction {
  static let numbers: [SQLDocumentedFunction] = [
    Self("ABS", "1", "ABS(-7.5)", "7.5", "ABS('7')"),
    Self("ACOS", "1", "ACOS(1)", "0", "ACOS(null)"),
    Self("ASIN", "1", "ASIN(0)", "0", "ASIN('0')"),
    Self("ATAN", "1", "ATAN(1)", "0.7853981633974483", "ATAN([])"),
    Self("ATN2", "2", "ATN2(1, 2)", "0.4636476090008061", "ATN2(1, '2')"),
    Self("CEILING", "1", "CEILING(-1.5)", "-1", "CEILING(undefined)"),
    Self("COS", "1", "COS(0)", "1", "COS({})"),
    Self("COT", "1", "ROUND(COT(0.5) * 1000)", "1830", "COT(true)"),
    Self("DEGREES", "1", "DEGREES(PI() / 4)", "45", "DEGREES('1')"),
    Self("EXP", "1", "ROUND(EXP(2) * 1000)", "7389", "EXP(null)"),
    Self("FLOOR", "1", "FLOOR(-0.5)", "-1", "FLOOR('0')"),
    Self("LOG", "1-2", "LOG(2, 10)", "0.3010299956639812", "LOG(2, '10')"),
    Self("LOG10", "1", "LOG10(1000)", "3", "LOG10('10')"),
    Self("NUMBERBIN", "1-2", "NumberBin(7.9, 2.5)", "7.5", "NumberBin(7.9, 0)"),
    Self("PI", "0", "PI()", "3.141592653589793", "PI(1)", refused),
    Self("POWER", "2", "POWER(3, 4)", "81", "POWER(3, null)"),
    Self("RADIANS", "1", "RADIANS(45)", "0.7853981633974483", "RADIANS('45')"),
    Self("RAND", "0", "RAND() < 1", "true", "RAND(1)", refused),
    Self("ROUND", "1", "ROUND(-1.5)", "-2", "ROUND('1')"),
    Self("SIGN", "1", "SIGN(-0.5)", "-1", "SIGN('-')"),
    Self("SIN", "1", "SIN(0)", "0", "SIN(undefined)"),
    Self("SQRT", "1", "SQRT(6.25)", "2.5", "SQRT('4')"),
    Self("SQUARE", "1", "SQUARE(-1.5)", "2.25", "SQUARE(null)"),
    Self("TAN", "1", "TAN(0)", "0", "TAN('0')"),
    Self("TRUNC", "1", "TRUNC(-9.99)", "-9", "TRUNC([1])"),
  ]

  static let integers: [SQLDocumentedFunction] = [
    Self("INTADD", "2", "IntAdd(9223372036854775807, 2)", "-9223372036854775807", "IntAdd(1, 0.5)"),
    Self("INTSUB", "2", "IntSub(9, 12)", "-3", "IntSub(9, '1')"),
    Self("INTMUL", "2", "IntMul(4611686018427387905, 4)", "4", "IntMul(1, 1e19)"),
    Self("INTDIV", "2", "IntDiv(-7, 2)", "-3", "IntDiv(7, 0)"),
    Self("INTMOD", "2", "IntMod(-7, 2)", "-1", "IntMod(7, 0)"),
    Self("INTBITAND", "2", "IntBitAnd(12, 10)", "8", "IntBitAnd(12, 0.1)"),
    Self("INTBITOR", "2", "IntBitOr(12, 10)", "14", "IntBitOr(null, 10)"),
    Self("INTBITXOR", "2", "IntBitXor(12, 10)", "6", "IntBitXor(12, undefined)"),
    Self("INTBITNOT", "1", "IntBitNot(8589934592)", "-8589934593", "IntBitNot(1.5)"),
    Self(
      "INTBITLEFTSHIFT", "2", "IntBitLeftShift(3, 40)", "3298534883328", "IntBitLeftShift(1, 64)"),
    Self("INTBITRIGHTSHIFT", "2", "IntBitRightShift(-9, 1)", "-5", "IntBitRightShift(9, -1)"),
  ]

  static let arrays: [SQLDocumentedFunction] = [
    Self("ARRAY_CONCAT", "2-", "ARRAY_CONCAT([1], [], [2])", "[1,2]", "ARRAY_CONCAT([1], 2)"),
    Self("ARRAY_CONTAINS", "2-3", "ARRAY_CONTAINS([1, 'a'], 'a')", "true", "ARRAY_CONTAINS(1, 1)"),
    Self(
      "ARRAY_CONTAINS_ALL", "2-", "ARRAY_CONTAINS_ALL([1, [2]], [2], 1)", "true",
      "ARRAY_CONTAINS_ALL([1], 1, undefined)"),
    Self(
      "ARRAY_CONTAINS_ANY", "2-", "ARRAY_CONTAINS_ANY([1, [2]], 7, [2])", "true",
      "ARRAY_CONTAINS_ANY([1], 7, undefined)"),
    Self("ARRAY_LENGTH", "1", "ARRAY_LENGTH([null, 1])", "2", "ARRAY_LENGTH('ab')"),
    Self("ARRAY_SLICE", "2-3", "ARRAY_SLICE([1, 2, 3], -2, 1)", "[2]", "ARRAY_SLICE([1], 'a')"),
    Self("ARRAY_SUM", "1", "ARRAY_SUM([1.5, undefined, 2])", "3.5", "ARRAY_SUM([1, null])"),
    Self("ARRAY_AVG", "1", "ARRAY_AVG([1, 2, undefined, 6])", "3", "ARRAY_AVG(['a'])"),
    Self("ARRAY_MIN", "1", "ARRAY_MIN(['b', 7, true])", "true", "ARRAY_MIN([[1], 2])"),
    Self("ARRAY_MAX", "1", "ARRAY_MAX(['b', 'B', undefined, 7])", "\"b\"", "ARRAY_MAX({})"),
    Self(
      "ARRAY_MEDIAN", "1", "ARRAY_MEDIAN([9, 1, undefined, 4, 2])", "3", "ARRAY_MEDIAN([1, 'a'])",
      in: "MicrosoftDocs/azure-databases-docs, articles/cosmos-db/nosql/query"),
    Self("CHOOSE", "2-", "CHOOSE(2, 'a', [7])", "[7]", "CHOOSE(0, 'a', [7])"),
    Self(
      "OBJECTTOARRAY", "1-3", "ObjectToArray({x: 1, y: [2]}, 'n')",
      #"[{"n":"x","v":1},{"n":"y","v":[2]}]"#, "ObjectToArray([1])"),
    Self(
      "SETDIFFERENCE", "2", "SetDifference([3, 1, 3, 2], [1])", "[3,2]", "SetDifference([1], 1)"),
    Self("SETEQUAL", "2", "SetEqual([2, 1, 2], [1, 2, 1])", "true", "SetEqual([1], undefined)"),
    Self(
      "SETINTERSECT", "2", "SetIntersect([1, 2, 'a'], ['a', 2])", #"["a",2]"#,
      "SetIntersect({}, [])"),
    Self("SETUNION", "2", "SetUnion([2, 1], [3, 2])", "[2,1,3]", "SetUnion([1], null)"),
  ]

  static let aggregates: [SQLDocumentedFunction] = [
    Self("AVG", "1", "AVG(7)", "7", "AVG('7')"),
    Self("COUNT", "1", "COUNT(7)", "1", "COUNT()", refused),
    Self("MAX", "1", "MAX('a')", "\"a\"", "MAX([1])"), Self("MIN", "1", "MIN(7)", "7", "MIN({})"),
    Self("SUM", "1", "SUM(7)", "7", "SUM(true)"),
  ]

  static let types: [SQLDocumentedFunction] = [
    Self("IIF", "3", "IIF(1 < 2, 'y', 'n')", "\"y\"", "IIF(1, 'y', 'n')", "\"n\""),
    Self("IS_ARRAY", "1", "IS_ARRAY([])", "true", "IS_ARRAY(undefined)", "false"),
    Self("IS_BOOL", "1", "IS_BOOL(false)", "true", "IS_BOOL(0)", "false"),
    Self(
      "IS_DATETIME", "1", "IS_DATETIME('2024-02-29 01:02:03.4')", "true",
      "IS_DATETIME('2023-02-29')", "false"),
    Self("IS_DEFINED", "1", "IS_DEFINED(null)", "true", "IS_DEFINED(undefined)", "false"),
    Self(
      "IS_FINITE_NUMBER", "1", "IS_FINITE_NUMBER(1e308)", "true", "IS_FINITE_NUMBER(2.5 / 0.0)",
      "false"),
    Self(
      "IS_INTEGER", "1", "IS_INTEGER(9223372036854775807)", "true",
      "IS_INTEGER(9223372036854775808)", "false"),
    Self("IS_NULL", "1", "IS_NULL(null)", "true", "IS_NULL(undefined)", "false"),
    Self("IS_NUMBER", "1", "IS_NUMBER(-1.5)", "true", "IS_NUMBER('1')", "false"),
    Self("IS_OBJECT", "1", "IS_OBJECT({})", "true", "IS_OBJECT([])", "false"),
    Self("IS_PRIMITIVE", "1", "IS_PRIMITIVE('')", "true", "IS_PRIMITIVE({})", "false"),
    Self("IS_STRING", "1", "IS_STRING('')", "true", "IS_STRING(null)", "false"),
    Self("STRINGTONULL", "1", "StringToNull(' null')", "null", "StringToNull(null)"),
    Self("STRINGTONUMBER", "1", "StringToNumber(' -2e1 ')", "-20", "StringToNumber(NaN)"),
    Self(
      "STRINGTOOBJECT", "1", #"StringToObject('{"a": [1]}')"#, #"{"a":[1]}"#,
      "StringToObject('[1]')"),
  ]

  static let searches: [SQLDocumentedFunction] = [
    Self(
      "FULLTEXTCONTAINS", "2", "FullTextContains('two red bicycles', 'red bicycle')", "true",
      "FullTextContains(7, 'red')"),
    Self(
      "FULLTEXTCONTAINSALL", "2-", "FullTextContainsAll('red and blue', 'blue', 'green')", "false",
      "FullTextContainsAll('red', 7)"),
    Self(
      "FULLTEXTCONTAINSANY", "2-", "FullTextContainsAny('red and blue', 'blue', 'green')", "true",
      "FullTextContainsAny(undefined, 'red')"),
    Self(
      "VECTORDISTANCE", "2-4", "VectorDistance([1, 2], [2, 1])", "0.8",
      "VectorDistance([1, 2], [2])"),
  ]
}
