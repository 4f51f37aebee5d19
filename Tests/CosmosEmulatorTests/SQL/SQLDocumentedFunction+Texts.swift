/// Functions of strings, dates and places.
extension SQLDocumentedFunction {
  static let texts: [SQLDocumentedFunction] = [
    Self("CONCAT", "2-", "CONCAT('a', '', 'b')", "\"ab\"", "CONCAT('a', 1)"),
    Self("CONTAINS", "2-3", "CONTAINS('Lamp', 'LA', true)", "true", "CONTAINS('1', 1)"),
    Self(
      "CONTAINS_ALL_CI", "2-", "CONTAINS_ALL_CI('Desk lamp', 'LAMP', 'desk')", "true",
      "CONTAINS_ALL_CI('Desk lamp', undefined, 'lamp')"),
    Self(
      "CONTAINS_ALL_CS", "2-", "CONTAINS_ALL_CS('Desk lamp', undefined, 'desk')", "false",
      "CONTAINS_ALL_CS('Desk lamp', 'Desk', 7)"),
    Self(
      "CONTAINS_ANY_CI", "2-", "CONTAINS_ANY_CI('Desk lamp', 'chair', 'DESK')", "true",
      "CONTAINS_ANY_CI('Desk lamp', undefined, 'chair')"),
    Self(
      "CONTAINS_ANY_CS", "2-", "CONTAINS_ANY_CS('Desk lamp', 'chair', 'desk')", "false",
      "CONTAINS_ANY_CS(7, 'desk')"),
    Self("ENDSWITH", "2-3", "ENDSWITH('lamp', 'MP', true)", "true", "ENDSWITH('lamp', null)"),
    Self("INDEX_OF", "2-3", "INDEX_OF('banana', 'an', 2)", "3", "INDEX_OF('banana', 1)"),
    Self(
      "LASTINDEXOF", "2-3", "LASTINDEXOF('banana', 'an', 3)", "1", "LASTINDEXOF('banana', 'a', 'n')"
    ),
    Self("LEFT", "2", "LEFT('lamp', 2)", "\"la\"", "LEFT('lamp', '2')"),
    Self("LENGTH", "1", "LENGTH('lamp')", "4", "LENGTH(['lamp'])"),
    Self("LOWER", "1", "LOWER('LaMP')", "\"lamp\"", "LOWER(1)"),
    Self("LTRIM", "1-2", "LTRIM('--_lamp-', '_-')", "\"lamp-\"", "LTRIM('lamp', 1)"),
    Self("REGEXMATCH", "2-3", "RegexMatch('lamp', '^L.M', 'i')", "true", "RegexMatch(1, '1')"),
    Self("REPLACE", "3", "REPLACE('banana', 'an', 'o')", "\"booa\"", "REPLACE('a', 'b', 1)"),
    Self("REPLICATE", "2", "REPLICATE('ab', 2)", "\"abab\"", "REPLICATE('ab', '2')"),
    Self("REVERSE", "1", "REVERSE('lamp')", "\"pmal\"", "REVERSE(12)"),
    Self("RIGHT", "2", "RIGHT('lamp', 2)", "\"mp\"", "RIGHT(12, 1)"),
    Self("RTRIM", "1-2", "RTRIM(' lamp ')", "\" lamp\"", "RTRIM(undefined)"),
    Self("STARTSWITH", "2-3", "STARTSWITH('lamp', 'lA')", "false", "STARTSWITH('lamp', 1)"),
    Self("STRINGEQUALS", "2-3", "STRINGEQUALS('a', 'A', true)", "true", "STRINGEQUALS('a', 1)"),
    Self(
      "STRINGJOIN", "2", "StringJoin(['a', '', 'b'], '+')", "\"a++b\"", "StringJoin(['a', 1], '+')"),
    Self(
      "STRINGSPLIT", "2", "StringSplit('a+b++', '+')", #"["a","b","",""]"#,
      "StringSplit('a', undefined)"),
    Self("STRINGTOARRAY", "1", "StringToArray('[1, [2]] ')", "[1,[2]]", "StringToArray('1')"),
    Self("STRINGTOBOOLEAN", "1", "StringToBoolean(' true')", "true", "StringToBoolean(true)"),
    Self("SUBSTRING", "3", "SUBSTRING('lamp', 1, 2)", "\"am\"", "SUBSTRING('lamp', '1', 2)"),
    Self(
      "TOSTRING", "1", "ToString([-Infinity = NaN, 7.0])", "\"[false,7]\"", "ToString(undefined)"),
    Self("TRIM", "1-2", "TRIM('-_-lamp-_', '-_')", "\"lamp\"", "TRIM('lamp', null)"),
    Self("UPPER", "1", "UPPER('LaMP')", "\"LAMP\"", "UPPER(null)"),
  ]

  static let dates: [SQLDocumentedFunction] = [
    Self("AGO", "2", "Ago('hh', 11)", #""2019-09-19T23:11:12.1230000Z""#, "Ago('hh', 0.5)"),
    Self(
      "DATETIMEADD", "3", "DateTimeAdd('dd', 1, '2020-02-28T00:00:00.0000000')",
      #""2020-02-29T00:00:00.0000000Z""#, "DateTimeAdd('week', 1, '2020-02-28')"),
    Self(
      "DATETIMEBIN", "2-4", "DateTimeBin('2020-02-28T12:34:56', 'hh', 6)",
      #""2020-02-28T12:00:00.0000000Z""#, "DateTimeBin('2020-02-28', 'dd', -1)"),
    Self(
      "DATETIMEDIFF", "3", "DateTimeDiff('dd', '2020-02-28', '2020-03-01 00:00:00')", "2",
      "DateTimeDiff('dd', '2020-02-28', '2020-03-01T00:00:00+00:00')"),
    Self(
      "DATETIMEFORMAT", "2", #"DateTimeFormat('2020-02-28', "dd.MM.yy \\h HH:mm")"#,
      "\"28.02.20 h 00:00\"", "DateTimeFormat('today', 'dd')"),
    Self(
      "DATETIMEFROMPARTS", "3-7", "DateTimeFromParts(2020, 2, 29, 1)",
      #""2020-02-29T01:00:00.0000000Z""#, "DateTimeFromParts(2019, 2, 29)"),
    Self(
      "DATETIMEPART", "2", "DateTimePart('mi', '2020-02-28T12:34:56Z')", "34",
      "DateTimePart('mi', '12:34:56')"),
    Self(
      "DATETIMETOTICKS", "1", "DateTimeToTicks('1970-01-01T00:00:00.0000001')", "1",
      "DateTimeToTicks('1970-01-01T00')"),
    Self(
      "DATETIMETOTIMESTAMP", "1", "DateTimeToTimestamp('1970-01-01 00:00:00.1')", "100",
      "DateTimeToTimestamp(100)"),
    Self("DAY", "1", "Day('2020-02-28')", "28", "Day('2020-02-30')"),
    Self(
      "GETCURRENTDATETIME", "0", "GetCurrentDateTime()", #""2019-09-20T10:11:12.1230000Z""#,
      "GetCurrentDateTime(1)", refused),
    Self(
      "GETCURRENTDATETIMESTATIC", "0", "GetCurrentDateTimeStatic()",
      #""2019-09-20T10:11:12.1230000Z""#, "GetCurrentDateTimeStatic(1)", refused),
    Self(
      "GETCURRENTTICKS", "0", "GetCurrentTicks()", "15689742721230000", "GetCurrentTicks(1)",
      refused),
    Self(
      "GETCURRENTTICKSSTATIC", "0", "GetCurrentTicksStatic()", "15689742721230000",
      "GetCurrentTicksStatic(1)", refused),
    Self(
      "GETCURRENTTIMESTAMP", "0", "GetCurrentTimestamp()", "1568974272123",
      "GetCurrentTimestamp(1)", refused),
    Self(
      "GETCURRENTTIMESTAMPSTATIC", "0", "GetCurrentTimestampStatic()", "1568974272123",
      "GetCurrentTimestampStatic(1)", refused),
    Self("MONTH", "1", "Month('2020-02-28T12:34:56.7')", "2", "Month('2020-2-28')"),
    Self(
      "NOW", "0-2", "Now('yyyy', -1)", #""2018-09-20T10:11:12.1230000Z""#, "Now('day')", refused),
    Self(
      "TICKSTODATETIME", "1", "TicksToDateTime(-10000001)", #""1969-12-31T23:59:58.9999999Z""#,
      "TicksToDateTime('1')"),
    Self(
      "TIMESTAMPTODATETIME", "1", "TimestampToDateTime(1500)", #""1970-01-01T00:00:01.5000000Z""#,
      "TimestampToDateTime(0.5)"),
    Self("YEAR", "1", "Year('2020-02-28Z')", "2020", "Year(2020)"),
  ]

  private static let point = "{'type': 'Point', 'coordinates': [7, 8]}"
  private static let triangle =
    "{'type': 'Polygon', 'coordinates': [[[0, 0], [20, 0], [0, 20], [0, 0]]]}"

  static let places: [SQLDocumentedFunction] = [
    Self(
      "DOCUMENTID", "1", "DocumentId({'_rid': 'AQAAAAIAAIAqAAAAAAAAAA=='})", "42",
      "DocumentId({'_rid': 'AQAAAA=='})"),
    Self("ST_AREA", "1", "ROUND(ST_AREA(\(triangle)) / 1e9)", "2513", "ST_AREA('here')"),
    Self("ST_DISTANCE", "2", "ST_DISTANCE(\(point), \(point))", "0", "ST_DISTANCE(\(point), 7)"),
    Self(
      "ST_INTERSECTS", "2", "ST_INTERSECTS(\(triangle), \(point))", "true",
      "ST_INTERSECTS(\(triangle), undefined)"),
    Self(
      "ST_ISVALID", "1", "ST_ISVALID(\(point))", "true", "ST_ISVALID({'type': 'Point'})", "false"),
    Self(
      "ST_ISVALIDDETAILED", "1", "ST_ISVALIDDETAILED(\(point))", #"{"valid":true}"#,
      "ST_ISVALIDDETAILED(undefined)"),
    Self("ST_WITHIN", "2", "ST_WITHIN(\(point), \(triangle))", "true", "ST_WITHIN(\(point), [])"),
  ]
}
