/// The methods, paths, header fields and values from which mutations are built.
extension RequestMutator {
  static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "X"]

  static let segments = [
    "todo", "user", "note", "1", "ada", "id-1", "a,b,c", "%20", "%", "%FF", "ä", "", "*", "..",
    "tags", "owner", "9223372036854775808", "{id}", "$count", "-", "export", "dbs", "docs",
    String(repeating: "x", count: 300),
  ]

  static let names = [
    "title", "title[gt]", "title[in]", "rank[lte]", "pos[near]", "pos[within]", "[or1].[and1].a",
    "tags[null]", "_q", "_l", "_sk", "_p", "$filter", "$orderby", "expand", "cursor", "count", "a[",
    "a[]", "a[x", "]", "", "%5B", "sort", "q", "fields", "username", "password", "a.b.c",
  ]

  static let values = [
    "", "=", "=1", "=-1", "=1.5e308", "=x,y,z", "=0,0,0", "=90,180,1e99", "=NaN", "=true", "=null",
    "=%7B%22a%22%3A1%7D", "={\"$or\":[{}]}", "={\"a\":{\"$regex\":\"(\"}}", "=%",
    "=9223372036854775807",
    "=-9223372036854775808", "=99999999999999999999", "=ä", "=a=b", "=[1,2", "=*", "=,", "=,,",
  ]

  static let bodies = [
    "", "{}", "[]", "null", "1", "\"x\"", "{", "[{\"a\":1},{\"a\":\"x\"},2]",
    "{\"title\":\"x\",\"rank\":1,\"done\":true,\"tags\":[\"a\",\"b\"]}",
    "{\"title\":1e999,\"rank\":9223372036854775807,\"n\":-0.0,\"nil\":null}",
    "{\"todo_id\":\"1\",\"pos\":{\"lat\":1,\"lon\":2},\"owner\":{\"username\":\"bob\"}}",
    "{\"username\":\"ada\",\"password\":\"p\"}", "{\"rank[inc]\":9223372036854775807}",
    "{\"\":\"\",\"a\":{\"b\":[[[[{}]]]]}}", "[\"1\",\"2\",\"1\"]", "[1,2.5,null,{},[]]",
    "username=ada&password=p", "refresh_token=x&grant_type=y", "a=%", "query=SELECT * FROM c",
    "{\"query\":\"SELECT * FROM c WHERE c.a = @p\",\"parameters\":[{\"name\":\"@p\",\"value\":1}]}",
    "{\"$set\":{\"a.b\":1},\"$inc\":{\"n\":9223372036854775807},\"$push\":{\"t\":1}}",
    "{\"id\":\"1\",\"partitionKey\":{\"paths\":[\"/x\"],\"kind\":\"Hash\"}}", "\u{FEFF}{}",
    "{\"old\":{\"password\":\"p\"},\"new\":{\"password\":\"q\"}}",
    String(repeating: "[", count: 5000), String(repeating: "{\"a\":", count: 2000),
  ]

  static let fields = [
    "Authorization", "Accept", "Content-Type", "Range", "Origin", "If-Match", "If-None-Match",
    "Cookie", "X-StackMob-API-Key", "X-StackMob-Expand", "X-StackMob-Select", "X-StackMob-OrderBy",
    "X-StackMob-Relations", "X-StackMob-CascadeDelete", "X-HTTP-Method-Override",
    "X-StackMob-Forwarded-Host", "X-StackMob-Forwarded-Port", "sid", "secret", "x-ms-date",
    "x-ms-version", "x-ms-documentdb-isquery", "x-ms-documentdb-partitionkey", "x-ms-continuation",
    "x-ms-max-item-count", "App-Secret", "Date", "X-Ghostlight-Namespace",
  ]

  static let fieldValues = [
    "", " ", "1", "-1", "a", "a,b,c", "a:asc,b:desc", "a:", ":", "objects=0-10", "objects=10-0",
    "objects=0-99999999999999999999", "objects=-", "bytes=0-1", "owner=user&tags=todo", "owner=",
    "application/json", "application/vnd.stackmob+json; version=0", "a/b;version=99999999999999999",
    "application/x-www-form-urlencoded", "DELETE", "HEAD", "true", "0", "99999", "[\"x\"]", "*",
    "MAC id=\"a\",ts=\"1\",nonce=\"n\",mac=\"x\"", "MAC ", "OAuth oauth_consumer_key=\"\"",
    "Bearer x",
    "type%3dmaster%26ver%3d1.0%26sig%3dx", "Basic YTpi", "one", "Thu, 01 Jan 1970 00:00:00 GMT",
    String(repeating: "9", count: 400),
  ]

  static let authorities = [
    "localhost", "", ":", "[::1]:80", "localhost:99999", "one.localhost", ".localhost", "ä",
  ]

  static let pieces = [
    "%", "%00", "%2F", "/", "//", "?", "&", "=", "[", "]", "{", "}", "\"", ",", "\\", "\\ud800",
    "\u{0}", "\n", "ä", "😀", "-", "e9", "0", "999999999999999999999", "null", "$", ".", "..", "'",
  ]
}
