import GhostlightCore
import Testing

@Suite struct `Query operators` {
  /// The objects `a` and `b` have ordinary values, `e` has empty values, `n` has nulls, and `m` has
  /// no fields.
  static let objects = #"""
    [{"thing_id":"a","s":"apple","i":1,"f":1.5,"b":false,"as":["x","y"],"ai":[1,2],
      "af":[0.5],"ab":[true],"g":{"lat":1,"lon":1},"one":"u1","many":["u1","u2"],
      "createddate":10},
     {"thing_id":"b","s":"banana","i":10,"f":2,"b":true,"as":["y","z"],"ai":[2,3],
      "af":[1.5,2],"ab":[false,true],"g":{"lat":2,"lon":2},"one":"u2","many":["u2"],
      "createddate":20},
     {"thing_id":"e","s":"","i":0,"f":0.0,"b":false,"as":[],"ai":[],"af":[],"ab":[],
      "one":"","many":[],"createddate":30},
     {"thing_id":"n","s":null,"i":null,"f":null,"b":null,"as":null,"ai":null,"af":null,
      "ab":null,"g":null,"one":null,"many":null,"createddate":40},
     {"thing_id":"m","createddate":50}]
    """#

  static func app() throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema(
      "thing",
      [
        "s": "string", "i": "integer", "f": "float", "b": "boolean", "as": "array[string]",
        "ai": "array[integer]", "af": "array[float]", "ab": "array[boolean]", "g": "geopoint",
        "one": "relationship[user]", "many": "relationships[user]", "mail": "forgotpassword",
      ])
    app.post("/thing", objects)
    return app
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let query: String
    let found: String
    var testDescription: String { query }
    init(_ query: String, _ found: String) { (self.query, self.found) = (query, found) }
  }

  static let equality = [
    Row("s=apple", "a"), Row("s=", "e"), Row("s=null", ""), Row("s", "e"), Row("i=1", "a"),
    Row("i=+1", "a"), Row("i=0", "e"), Row("f=1.5", "a"), Row("f=2", "b"), Row("f=2.0", "b"),
    Row("f=15e-1", "a"), Row("b=true", "b"), Row("b=1", "b"), Row("b=false", "ae"),
    Row("b=0", "ae"), Row("as=y", "ab"), Row("as=x", "a"), Row("as=", ""), Row("ai=2", "ab"),
    Row("af=2", "b"), Row("ab=false", "b"), Row("one=u1", "a"), Row("many=u2", "ab"),
    Row("many=u1", "a"), Row("thing_id=m", "m"), Row("createddate=10", "a"),
    Row("sm_owner=user/x", ""), Row("mail=x", ""),
    Row("s[ne]=apple", "benm"), Row("i[ne]=1", "benm"), Row("f[ne]=2", "aenm"),
    Row("b[ne]=false", "bnm"), Row("as[ne]=x", "benm"), Row("as[ne]=y", "enm"),
    Row("one[ne]=u1", "benm"), Row("many[ne]=u2", "enm"), Row("sm_owner[ne]=x", "abenm"),
  ]

  static let order = [
    Row("s[lt]=banana", "ae"), Row("s[lte]=banana", "abe"), Row("s[gt]=apple", "b"),
    Row("s[gte]=apple", "ab"), Row("s[gt]=", "ab"), Row("s[lt]=B", "e"),
    Row("i[lt]=10", "ae"), Row("i[lte]=10", "abe"), Row("i[gt]=0", "ab"), Row("i[gte]=0", "abe"),
    Row("i[lt]=-5", ""), Row("f[lt]=1.75", "ae"), Row("f[lte]=2", "abe"), Row("f[gt]=1.5", "b"),
    Row("f[gte]=1.5", "ab"), Row("b[lt]=true", "ae"), Row("b[gte]=true", "b"),
    Row("ai[gt]=2", "b"), Row("as[lt]=y", "a"), Row("af[gte]=1.5", "b"), Row("many[lt]=u2", "a"),
    Row("one[gt]=u1", "b"), Row("createddate[gt]=20", "enm"), Row("thing_id[lt]=b", "a"),
  ]

  static let lists = [
    Row("s[in]=apple,cherry", "a"), Row("s[in]=,", "e"), Row("s[in]=", "e"),
    Row("i[in]=0,1,2", "ae"), Row("f[in]=2,1.50", "ab"), Row("b[in]=true,0", "abe"),
    Row("as[in]=x,z", "ab"), Row("ai[in]=3", "b"), Row("many[in]=u1,u9", "a"),
    Row("one[in]=u1,u2", "ab"), Row("thing_id[in]=m,a,a", "am"), Row("s[in]=a%2Cb", ""),
    Row("s[nin]=apple,banana", "enm"), Row("i[nin]=0", "abnm"), Row("as[nin]=x,q", "benm"),
    Row("as[nin]=y", "enm"), Row("many[nin]=u1", "benm"), Row("b[nin]=false", "bnm"),
  ]

  static let presence = [
    Row("s[null]=true", "nm"), Row("s[null]=false", "abe"), Row("i[null]=true", "nm"),
    Row("as[null]=false", "abe"), Row("many[null]=true", "nm"), Row("g[null]=true", "enm"),
    Row("g[null]=false", "ab"), Row("thing_id[null]=true", ""), Row("mail[null]=true", "abenm"),
    Row("s[empty]=true", "e"), Row("s[empty]=false", "ab"), Row("mail[empty]=false", ""),
    Row("thing_id[empty]=false", "abenm"),
  ]

  static let several = [
    Row("", "abenm"), Row("i[gt]=0&s[lt]=b", "a"), Row("i[gte]=0&i[lte]=1", "ae"),
    Row("i=1&i=10", ""), Row("as=x&as=y", "a"), Row("&&i=1&&", "a"), Row("i%5Bgt%5D=1", "b"),
    Row("%69=1", "a"), Row("s=a%70ple", "a"), Row("s=app+le", ""), Row("_expand=1&i=1", "a"),
  ]

  @Test(arguments: equality + order + lists + presence + several)
  func `each operator finds its objects, in creation order`(_ row: Row) throws {
    var app = try Self.app()
    let reply = app.get("/thing?\(row.query)")
    #expect(reply.status == 200)
    #expect(reply.all("thing_id") == row.found.map(String.init))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let query: String
    let message: String
    var testDescription: String { query }
    init(_ query: String, _ message: String) { (self.query, self.message) = (query, message) }

    static func type(_ query: String, _ field: String, _ type: String) -> Refusal {
      Refusal(query, "Value for field \(field) does not match its type \(type)")
    }
  }

  static let values: [Refusal] = [
    .type("i=x", "i", "integer"), .type("i=1.5", "i", "integer"), .type("i=", "i", "integer"),
    .type("i[in]=1,,2", "i", "integer"), .type("i[in]=", "i", "integer"),
    .type("i=9223372036854775808.5", "i", "integer"), .type("f=x", "f", "float"),
    .type("f=0x10", "f", "float"), .type("f=inf", "f", "float"), .type("f=nan", "f", "float"),
    .type("f=1e999", "f", "float"), .type("f[gt]=%201", "f", "float"),
    .type("b=yes", "b", "boolean"), .type("b=TRUE", "b", "boolean"),
    .type("ai=x", "ai", "array[integer]"), .type("ai[nin]=x", "ai", "array[integer]"),
    .type("s[null]=yes", "s", "boolean"), .type("s[empty]=1", "s", "boolean"),
    .type("i[empty]=true", "i", "integer"), .type("as[empty]=true", "as", "array[string]"),
    .type("g=1", "g", "geopoint"), .type("g[gt]=1", "g", "geopoint"),
  ]

  static let keys = [
    Refusal("nix=1", "Field nix does not exist in schema thing"),
    Refusal("nix[null]=true", "Field nix does not exist in schema thing"),
    Refusal("S=1", "Field S does not exist in schema thing"),
    Refusal("i[foo]=1", "Bad Request"), Refusal("i[]=1", "Bad Request"),
    Refusal("i[gt=1", "Bad Request"), Refusal("i[gt]x=1", "Bad Request"),
    Refusal("[gt]=1", "Bad Request"), Refusal("=1", "Bad Request"),
    Refusal("[or1].=1", "Bad Request"), Refusal("[and1].i=1", "Bad Request"),
    Refusal("[orx].i=1", "Bad Request"), Refusal("[or1]i=1", "Bad Request"),
    Refusal("[or99999999999999999999].i=1", "Bad Request"), Refusal("i=%zz", "Bad Request"),
    Refusal("i=%ff", "Bad Request"), Refusal("%=1", "Bad Request"),
  ]

  @Test(arguments: values + keys)
  func `a condition that is not possible is refused`(_ refusal: Refusal) throws {
    var app = try Self.app()
    #expect(app.get("/thing?\(refusal.query)") == .error(400, refusal.message))
    #expect(app.delete("/thing?\(refusal.query)") == .error(400, refusal.message))
  }

  @Test(arguments: [("in", ["1"]), ("nin", ["2"])])
  func `a combining mark at the start of a value does not hide a comma`(
    _ name: String, _ found: [String]
  ) {
    var app = StackMobApp()
    app.post("/t", #"[{"t_id":"1","s":"\u0301a"},{"t_id":"2","s":"b"}]"#)
    #expect(app.get("/t?s[\(name)]=x,%CC%81a").all("t_id") == found)
  }

  @Test func `a query by password is refused`() {
    var app = StackMobApp()
    #expect(
      app.get("/user?password=x") == .error(400, "Field password does not exist in schema user"))
  }
}
