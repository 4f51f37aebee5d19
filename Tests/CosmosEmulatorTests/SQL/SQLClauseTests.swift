import GhostlightCore
import Testing

/// Tests of the clauses of queries over documents (B14.3).
@Suite struct `SQL clauses` {
  static let people: [JSON] = [
    ["id": "1", "name": "Alice", "age": 30, "tags": ["a", "b"], "home": ["city": "Rome"]],
    ["id": "2", "name": "bob", "age": 25, "tags": [], "home": ["city": "Oslo"]],
    ["id": "3", "name": "Carol", "age": 30, "tags": ["b"], "nick": .null],
    ["id": "4", "name": "Dave", "tags": ["c", "a"], "home": ["city": "Rome"]],
  ]

  @Test(arguments: selections + filters + sources + orders + groups + subqueries + pages)
  func `a query returns the rows that the reference gives`(_ row: SQLCase) throws {
    #expect(try row.run(over: Self.people) == row.rows)
  }

  /// Documents whose member `n` has values of each type.
  static let kinds: [JSON] = [
    ["id": "missing"], ["id": "null", "n": .null], ["id": "true", "n": true],
    ["id": "one", "n": 1], ["id": "half", "n": 2.5], ["id": "large", "n": 1e30],
    ["id": "digit", "n": "1"], ["id": "b", "n": "b"], ["id": "array", "n": [1]],
    ["id": "object", "n": ["n": 1]],
  ]

  @Test(arguments: [
    ("c.n = 1", #"["one"]"#),
    ("1 = c.n", #"["one"]"#),
    ("c.n >= 1", #"["one","half","large"]"#),
    ("1 < c.n", #"["half","large"]"#),
    ("c.n < \"b\"", #"["digit"]"#),
    ("c.n <= \"b\"", #"["digit","b"]"#),
    ("c.n = null", #"["null"]"#),
    ("c.n = true", #"["true"]"#),
    ("c.n >= true", #"["true"]"#),
    ("c.n IN (1, \"b\", null)", #"["null","one","b"]"#),
    ("c.n IN (1, c.id)", #"["one","b"]"#),
    ("c.n > 0 AND c.n < 2", #"["one"]"#),
    ("c.n > 0 AND c.n != 1", #"["half","large"]"#),
    ("c.n > 0 OR c.n = \"b\"", #"["one","half","large","b"]"#),
    ("c.n + 1 > 3", #"["half","large"]"#),
  ])
  func `a condition only matches values of its kind`(_ condition: String, _ rows: String) throws {
    let row = SQLCase("SELECT VALUE c.id FROM c WHERE \(condition)", rows)
    #expect(try row.run(over: Self.kinds) == row.rows)
  }

  static let selections: [SQLCase] = [
    SQLCase("SELECT c.id, c.age FROM c WHERE c.id = \"4\"", #"[{"id":"4"}]"#),
    SQLCase("SELECT c.nope FROM c WHERE c.id = \"1\"", "[{}]"),
    SQLCase("SELECT VALUE c.nope FROM c", "[]"),
    SQLCase("SELECT VALUE c.age FROM c", "[30,25,30]"),
    SQLCase("SELECT c.home.city FROM c WHERE c.id = \"1\"", #"[{"city":"Rome"}]"#),
    SQLCase("SELECT c[\"name\"] FROM c WHERE c.id = \"1\"", #"[{"name":"Alice"}]"#),
    SQLCase("SELECT c.tags[0] FROM c WHERE c.id = \"1\"", #"[{"$1":"a"}]"#),
    SQLCase("SELECT 1, c.id, 2 FROM c WHERE c.id = \"1\"", #"[{"$1":1,"id":"1","$2":2}]"#),
    SQLCase("SELECT c.id AS a, c.name b FROM c WHERE c.id = \"1\"", #"[{"a":"1","b":"Alice"}]"#),
    SQLCase(
      "SELECT * FROM c WHERE c.id = \"2\"",
      #"[{"id":"2","name":"bob","age":25,"tags":[],"home":{"city":"Oslo"}}]"#),
    SQLCase(
      "SELECT c FROM c WHERE c.id = \"3\"",
      #"[{"c":{"id":"3","name":"Carol","age":30,"tags":["b"],"nick":null}}]"#),
    SQLCase(
      "SELECT VALUE {\"n\": c.name, \"x\": c.nope} FROM c WHERE c.id = \"1\"", #"[{"n":"Alice"}]"#),
    SQLCase("SELECT VALUE c.name AS ignored FROM c WHERE c.id = \"1\"", #"["Alice"]"#),
    SQLCase("SELECT 1 AS one", #"[{"one":1}]"#),
    SQLCase("select value C.id from C where C.id = '1'", #"["1"]"#),
    SQLCase("SELECT VALUE c.id FROM c -- a comment\nWHERE c.id = \"1\" -- end", #"["1"]"#),
    SQLCase("SELECT DISTINCT c.age FROM c", #"[{"age":30},{"age":25},{}]"#),
    SQLCase("SELECT DISTINCT VALUE c.age FROM c", "[30,25]"),
    SQLCase("SELECT DISTINCT VALUE c.home FROM c", #"[{"city":"Rome"},{"city":"Oslo"}]"#),
    SQLCase("SELECT (c.age = 30) FROM c WHERE c.id = \"1\"", #"[{"$1":true}]"#),
  ]

  static let filters: [SQLCase] = [
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age = 30", #"["1","3"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age != 30", #"["2"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE NOT (c.age = 30)", #"["2"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age > 25 AND c.home.city = \"Rome\"", #"["1"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age < 30 OR c.id = \"4\"", #"["2","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE IS_DEFINED(c.nick)", #"["3"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.nick = null", #"["3"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE NOT IS_DEFINED(c.age)", #"["4"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age", "[]"),
    SQLCase("SELECT VALUE c.id FROM c WHERE true", #"["1","2","3","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.name IN (\"bob\", \"Dave\")", #"["2","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.name NOT IN (\"bob\")", #"["1","3","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age BETWEEN 26 AND 30", #"["1","3"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.name LIKE \"%o%\"", #"["2","3"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age > @age", #"["1","3"]"#, ["@age": 29]),
    SQLCase("SELECT VALUE c.id FROM c WHERE c.age > @nope", "[]"),
    SQLCase("SELECT VALUE @x", #"[{"a":[1]}]"#, ["@x": ["a": [1]]]),
    SQLCase("SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, \"a\")", #"["1","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c WHERE c[@key] = 25", #"["2"]"#, ["@key": "age"]),
  ]

  static let sources: [SQLCase] = [
    SQLCase("SELECT VALUE root.id FROM root WHERE root.age = 25", #"["2"]"#),
    SQLCase("SELECT VALUE d.id FROM c AS d WHERE d.age = 25", #"["2"]"#),
    SQLCase("SELECT VALUE d.id FROM anything d WHERE d.age = 25", #"["2"]"#),
    SQLCase("SELECT * FROM c.home", #"[{"city":"Rome"},{"city":"Oslo"},{"city":"Rome"}]"#),
    SQLCase(
      "SELECT home FROM c.home",
      #"[{"home":{"city":"Rome"}},{"home":{"city":"Oslo"}},{"home":{"city":"Rome"}}]"#),
    SQLCase("SELECT VALUE t FROM t IN c.tags", #"["a","b","b","c","a"]"#),
    SQLCase("SELECT VALUE k FROM c.tags[0] k", #"["a","b","c"]"#),
    SQLCase(
      "SELECT c.id, t FROM c JOIN t IN c.tags WHERE c.age = 30",
      #"[{"id":"1","t":"a"},{"id":"1","t":"b"},{"id":"3","t":"b"}]"#),
    SQLCase(
      "SELECT VALUE a || b FROM c JOIN a IN c.tags JOIN b IN c.tags WHERE c.id = \"1\"",
      #"["aa","ab","ba","bb"]"#),
    SQLCase("SELECT VALUE c.id FROM c JOIN x IN c.home", "[]"),
    SQLCase(
      "SELECT VALUE h.city FROM c JOIN h IN (SELECT VALUE [c.home])", #"["Rome","Oslo","Rome"]"#),
    SQLCase("SELECT VALUE s FROM (SELECT VALUE c.age FROM c) AS s", "[30,25,30]"),
    SQLCase(
      "SELECT VALUE s.n FROM c JOIN (SELECT c.name AS n) AS s WHERE c.id = \"1\"", #"["Alice"]"#),
    SQLCase("SELECT VALUE 1 FROM c", "[1,1,1,1]"),
  ]

  static let orders: [SQLCase] = [
    SQLCase("SELECT VALUE c.name FROM c ORDER BY c.name", #"["Alice","Carol","Dave","bob"]"#),
    SQLCase("SELECT VALUE c.id FROM c ORDER BY c.age", #"["4","2","1","3"]"#),
    SQLCase("SELECT VALUE c.id FROM c ORDER BY c.age DESC", #"["3","1","2","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c ORDER BY c.age ASC, c.name DESC", #"["4","2","3","1"]"#),
    SQLCase("SELECT VALUE c.id FROM c ORDER BY c.home.city", #"["3","2","1","4"]"#),
    SQLCase("SELECT VALUE c.id FROM c ORDER BY c[\"name\"] DESC", #"["2","4","3","1"]"#),
    SQLCase("SELECT TOP 2 c.id FROM c ORDER BY c.name", #"[{"id":"1"},{"id":"3"}]"#),
  ]

  static let groups: [SQLCase] = [
    SQLCase("SELECT VALUE COUNT(1) FROM c", "[4]"),
    SQLCase("SELECT VALUE COUNT(c.age) FROM c", "[3]"),
    SQLCase("SELECT VALUE COUNT(c.nick) FROM c", "[1]"),
    SQLCase("SELECT VALUE SUM(c.age) FROM c", "[85]"),
    SQLCase("SELECT VALUE SUM(c.name) FROM c", "[]"),
    SQLCase("SELECT VALUE SUM(c.nope) FROM c", "[0]"),
    SQLCase("SELECT VALUE AVG(c.nope) FROM c", "[]"),
    SQLCase("SELECT VALUE AVG(c.age) FROM c WHERE c.id IN ('1','2')", "[27.5]"),
    SQLCase("SELECT VALUE MIN(c.name) FROM c", #"["Alice"]"#),
    SQLCase("SELECT VALUE MAX(c.age) FROM c", "[30]"),
    SQLCase("SELECT VALUE MAX(c.tags) FROM c", "[]"),
    SQLCase("SELECT COUNT(1) FROM c", #"[{"$1":4}]"#),
    SQLCase("SELECT COUNT(1) AS n, MAX(c.age) AS m FROM c", #"[{"n":4,"m":30}]"#),
    SQLCase("SELECT VALUE COUNT(1) FROM c WHERE false", "[0]"),
    SQLCase("SELECT VALUE COUNT(1) + 1 FROM c", "[5]"),
    SQLCase(
      "SELECT c.age, COUNT(1) AS n FROM c GROUP BY c.age",
      #"[{"age":30,"n":2},{"age":25,"n":1},{"n":1}]"#),
    SQLCase("SELECT VALUE c.home.city FROM c GROUP BY c.home.city", #"["Rome","Oslo"]"#),
    SQLCase(
      "SELECT UPPER(c.home.city) AS u, SUM(c.age) AS s FROM c GROUP BY UPPER(c.home.city)",
      #"[{"u":"ROME","s":30},{"u":"OSLO","s":25},{"s":30}]"#),
    SQLCase("SELECT VALUE COUNT(1) FROM c GROUP BY c.age, c.home.city", "[1,1,1,1]"),
    SQLCase("SELECT VALUE MIN(x) FROM x IN c.tags", #"["a"]"#),
  ]

  static let subqueries: [SQLCase] = [
    SQLCase(
      "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = \"b\")",
      #"["1","3"]"#),
    SQLCase(
      "SELECT c.id, (SELECT VALUE COUNT(1) FROM t IN c.tags) AS n FROM c",
      #"[{"id":"1","n":2},{"id":"2","n":0},{"id":"3","n":1},{"id":"4","n":2}]"#),
    SQLCase(
      "SELECT VALUE ARRAY(SELECT VALUE UPPER(t) FROM t IN c.tags) FROM c WHERE c.id = \"1\"",
      #"[["A","B"]]"#),
    SQLCase("SELECT VALUE (SELECT VALUE c.nick WHERE c.age = 25) FROM c", "[]"),
    SQLCase(
      "SELECT COUNT(1) AS n, (SELECT VALUE c.id) AS x FROM c WHERE false", #"[{"n":0}]"#),
    SQLCase(
      "SELECT VALUE (SELECT MAX(t) AS m FROM t IN c.tags) FROM c WHERE c.id = \"4\"",
      #"[{"m":"c"}]"#),
    SQLCase("SELECT VALUE n.m FROM c JOIN (SELECT VALUE {\"m\": c.age}) AS n", "[30,25,30]"),
    SQLCase(
      "SELECT VALUE ARRAY(SELECT t AS v FROM t IN c.tags) FROM c WHERE c.id = \"1\"",
      #"[[{"v":"a"},{"v":"b"}]]"#),
  ]

  static let pages: [SQLCase] = [
    SQLCase("SELECT TOP 2 VALUE c.id FROM c", #"["1","2"]"#),
    SQLCase("SELECT TOP 0 VALUE c.id FROM c", "[]"),
    SQLCase("SELECT TOP @n VALUE c.id FROM c", #"["1"]"#, ["@n": 1]),
    SQLCase("SELECT VALUE c.id FROM c OFFSET 1 LIMIT 2", #"["2","3"]"#),
    SQLCase("SELECT VALUE c.id FROM c OFFSET 9 LIMIT 2", "[]"),
    SQLCase("SELECT VALUE c.id FROM c OFFSET 0 LIMIT 0", "[]"),
    SQLCase(
      "SELECT VALUE c.id FROM c ORDER BY c.name OFFSET @o LIMIT @l", #"["3"]"#, ["@o": 1, "@l": 1]),
    SQLCase("SELECT DISTINCT VALUE c.age FROM c OFFSET 1 LIMIT 1", "[25]"),
  ]
}
