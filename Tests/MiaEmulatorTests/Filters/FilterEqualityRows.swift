extension FilterCase {
  /// Filters for equality, inequality and membership, with the documents that they match (A6).
  static let equality: [FilterCase] = [
    // A plain value tests equality
    .init("{}", "a b c d e"),
    .init(#"{"name":"Alfa"}"#, "a"), .init(#"{"name":"alfa"}"#, ""),
    .init(#"{"age":20}"#, "b"), .init(#"{"age":20.0}"#, "b"), .init(#"{"age":20.5}"#, "d"),
    .init(#"{"age":2e1}"#, "b"), .init(#"{"age":"20"}"#, ""), .init(#"{"age":true}"#, ""),
    .init(#"{"ok":true}"#, "a c"), .init(#"{"ok":false}"#, "b"), .init(#"{"ok":1}"#, ""),
    .init(#"{"_id":"a"}"#, "a"), .init(#"{"__STATE__":"DRAFT"}"#, "e"),
    // Dates are converted from text and from milliseconds
    .init(#"{"born":"2020-01-01T00:00:00.000Z"}"#, "a"), .init(#"{"born":"2020-01-01"}"#, "a"),
    .init(#"{"born":"2020-01-01T01:00:00+01:00"}"#, "a"), .init(#"{"born":1577836800000}"#, "a"),
    .init(#"{"born":"2020-01-01T00:00:00"}"#, "a"), .init(#"{"born":null}"#, "c d e"),
    // Ids
    .init(#"{"owner":"5e8ae13bb74dbf0011444ed5"}"#, "a"),
    .init(#"{"owner":"5E8AE13BB74DBF0011444ED5"}"#, "a"),
    .init(#"{"owner":"twelve bytes"}"#, ""), .init(#"{"owner":null}"#, "c d e"),
    // Null equals null and a missing value
    .init(#"{"nick":null}"#, "b c e"), .init(#"{"nick":"A"}"#, "a"), .init(#"{"nick":"a"}"#, "d"),
    .init(#"{"tags":null}"#, "e"), .init(#"{"info.n":null}"#, "c e"),
    .init(#"{"parts.name":null}"#, "e"),
    // An array matches by one of its elements, or as a whole
    .init(#"{"tags":"x"}"#, "a d"), .init(#"{"tags":"z"}"#, ""),
    .init(#"{"tags":["x","y"]}"#, "a"), .init(#"{"tags":["y","x"]}"#, ""),
    .init(#"{"tags":[]}"#, "c"), .init(#"{"nums":1}"#, "a d"), .init(#"{"nums":1.0}"#, "a d"),
    .init(#"{"nums":[10]}"#, "b"), .init(#"{"nums":[10.0]}"#, "b"),
    // Paths lead through arrays of objects; a number is a position
    .init(#"{"parts.name":"lid"}"#, "a d"), .init(#"{"parts.name":"cup"}"#, "a b"),
    .init(#"{"parts.size":9}"#, "a d"), .init(#"{"parts.0.name":"lid"}"#, "a d"),
    .init(#"{"parts.1.name":"cup"}"#, "a"), .init(#"{"parts.5.name":"x"}"#, ""),
    .init(#"{"nums.0":1}"#, "a d"), .init(#"{"nums.1":10}"#, "d"),
    // Equal objects have the same members in the same order
    .init(#"{"parts":{"name":"cup","size":3}}"#, "b"),
    .init(#"{"parts":{"size":3,"name":"cup"}}"#, ""),
    .init(#"{"info":{"n":1,"deep":{"s":"q"}}}"#, "a"),
    .init(#"{"info":{"deep":{"s":"q"},"n":1}}"#, ""), .init(#"{"info":{}}"#, "c"),
    .init(#"{"info.deep":{"s":"q"}}"#, "a"),
    .init(#"{"info.n":1}"#, "a"), .init(#"{"info.n":"1"}"#, "d"),
    .init(#"{"info.deep.s":"q"}"#, "a"), .init(#"{"info.list":1}"#, "b"),
    .init(#"{"info.list":[1,2]}"#, "b"), .init(#"{"info.list.0":1}"#, "b"),
    .init(#"{"info.list.1":1}"#, ""),
    .init(#"{"position":[9.19,45.46]}"#, "a"), .init(#"{"position":[9.19,45.47]}"#, ""),
    // $eq
    .init(#"{"age":{"$eq":20}}"#, "b"), .init(#"{"nick":{"$eq":null}}"#, "b c e"),
    .init(#"{"tags":{"$eq":["y"]}}"#, "b"), .init(#"{"tags":{"$eq":"y"}}"#, "a b"),
    .init(#"{"position":{"$eq":[12.49,41.90]}}"#, "b"),
    .init(#"{"born":{"$eq":"2020-01-01"}}"#, "a"),
    // $ne: none of the values is equal, or there is no value
    .init(#"{"age":{"$ne":20}}"#, "a c d e"), .init(#"{"nick":{"$ne":null}}"#, "a d"),
    .init(#"{"tags":{"$ne":"x"}}"#, "b c e"), .init(#"{"tags":{"$ne":["x"]}}"#, "a b c e"),
    .init(#"{"born":{"$ne":"2020-01-01"}}"#, "b c d e"),
    .init(#"{"parts.name":{"$ne":"lid"}}"#, "b c e"), .init(#"{"info.n":{"$ne":1}}"#, "b c d e"),
    .init(#"{"ok":{"$ne":true}}"#, "b d e"),
    .init(#"{"position":{"$ne":[9.19,45.46]}}"#, "b c d e"),
    // $in
    .init(#"{"age":{"$in":[10,30]}}"#, "a c"), .init(#"{"age":{"$in":[]}}"#, ""),
    .init(#"{"nick":{"$in":[null,"A"]}}"#, "a b c e"), .init(#"{"tags":{"$in":["x"]}}"#, "a d"),
    .init(#"{"tags":{"$in":[["y"]]}}"#, "b"), .init(#"{"tags":{"$in":["x","y"]}}"#, "a b d"),
    .init(#"{"born":{"$in":["2020-01-01",null]}}"#, "a c d e"),
    .init(#"{"owner":{"$in":["5e8ae13bb74dbf0011444ed5"]}}"#, "a"),
    .init(#"{"parts.name":{"$in":["cup"]}}"#, "a b"),
    .init(#"{"info.n":{"$in":[1,"1"]}}"#, "a d"),
    .init(#"{"position":{"$in":[[9.19,45.46]]}}"#, "a"),
    .init(#"{"ok":{"$in":[true,false]}}"#, "a b c"),
    // $nin
    .init(#"{"age":{"$nin":[10,30]}}"#, "b d e"), .init(#"{"age":{"$nin":[]}}"#, "a b c d e"),
    .init(#"{"nick":{"$nin":[null]}}"#, "a d"), .init(#"{"tags":{"$nin":["x"]}}"#, "b c e"),
    .init(#"{"parts.name":{"$nin":["lid"]}}"#, "b c e"),
    .init(#"{"born":{"$nin":["2020-01-01"]}}"#, "b c d e"),
    // $all: all values occur, possibly in different elements
    .init(#"{"tags":{"$all":["x","y"]}}"#, "a"), .init(#"{"tags":{"$all":["y"]}}"#, "a b"),
    .init(#"{"tags":{"$all":[]}}"#, ""), .init(#"{"nums":{"$all":[1,10]}}"#, "d"),
    .init(#"{"name":{"$all":["Alfa"]}}"#, "a"),
    .init(#"{"parts.name":{"$all":["lid","cup"]}}"#, "a"),
    .init(#"{"parts":{"$all":[{"$elemMatch":{"name":"lid","size":9}}]}}"#, "d"),
    .init(#"{"tags":{"$all":[["y"]]}}"#, "b"),
  ]
}
