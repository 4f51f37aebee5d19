extension UpdateCase {
  /// Update commands on single fields, with the changed documents (A12).
  static let commands: [UpdateCase] = [
    .init(#"{"age":1}"#, "{}", #"{"age":1}"#),
    // $set converts values in the same way as an insertion (A9)
    .init("{}", #"{"$set":{"name":"x"}}"#, #"{"name":"x"}"#),
    .init("{}", #"{"$set":{"name":5}}"#, #"{"name":"5"}"#),
    .init("{}", #"{"$set":{"name":true}}"#, #"{"name":"true"}"#),
    .init("{}", #"{"$set":{"name":null}}"#, #"{"name":""}"#),
    .init("{}", #"{"$set":{"note":null}}"#, #"{"note":null}"#),
    .init("{}", #"{"$set":{"age":"3000"}}"#, #"{"age":3000}"#),
    .init("{}", #"{"$set":{"age":"1.5"}}"#, #"{"age":1.5}"#),
    .init("{}", #"{"$set":{"age":true}}"#, #"{"age":1}"#),
    .init("{}", #"{"$set":{"age":null}}"#, #"{"age":0}"#),
    .init("{}", #"{"$set":{"price":null}}"#, #"{"price":null}"#),
    .init("{}", #"{"$set":{"ok":"true"}}"#, #"{"ok":true}"#),
    .init("{}", #"{"$set":{"ok":0}}"#, #"{"ok":false}"#),
    .init("{}", #"{"$set":{"ok":null}}"#, #"{"ok":false}"#),
    .init("{}", #"{"$set":{"born":"2020-01-01"}}"#, #"{"born":"2020-01-01T00:00:00.000Z"}"#),
    .init(
      "{}", #"{"$set":{"born":"2020-01-01T01:00:00.5+01:00"}}"#,
      #"{"born":"2020-01-01T00:00:00.500Z"}"#),
    .init(
      "{}", #"{"$set":{"owner":"5E8AE13BB74DBF0011444ED5"}}"#,
      #"{"owner":"5e8ae13bb74dbf0011444ed5"}"#),
    .init(
      "{}", #"{"$set":{"position":[1,2.5]}}"#,
      #"{"position":{"type":"Point","coordinates":[1,2.5]}}"#),
    .init("{}", #"{"$set":{"tags":["a",1]}}"#, #"{"tags":["a","1"]}"#),
    .init("{}", #"{"$set":{"nums":["7"]}}"#, #"{"nums":[7]}"#),

    .init("{}", #"{"$set":{"any":[1,"a",{}]}}"#, #"{"any":[1,"a",{}]}"#),
    .init(#"{"age":1}"#, #"{"$set":{"age":2,"kind":"k"}}"#, #"{"age":2,"kind":"k"}"#),
    // $set below objects
    .init("{}", #"{"$set":{"info.a":1}}"#, #"{"info":{"a":1}}"#),
    .init("{}", #"{"$set":{"info.a.b.c":[1]}}"#, #"{"info":{"a":{"b":{"c":[1]}}}}"#),
    .init(#"{"info":{"a":[1,2]}}"#, #"{"$set":{"info.a.1":9}}"#, #"{"info":{"a":[1,9]}}"#),
    .init(#"{"info":{"a":[1]}}"#, #"{"$set":{"info.a.3":9}}"#, #"{"info":{"a":[1,null,null,9]}}"#),
    .init("{}", #"{"$set":{"meta.s":5}}"#, #"{"meta":{"s":"5"}}"#),
    .init("{}", #"{"$set":{"meta.inner.k":"v"}}"#, #"{"meta":{"inner":{"k":"v"}}}"#),
    .init(#"{"meta":{"list":[1]}}"#, #"{"$set":{"meta.list.0":"2"}}"#, #"{"meta":{"list":[2]}}"#),
    .init("{}", #"{"$set":{"meta":{"n":"1"}}}"#, #"{"meta":{"n":1}}"#),
    .init(
      #"{"parts":[{"name":"a"}]}"#, #"{"$set":{"parts.0.size":"4"}}"#,
      #"{"parts":[{"name":"a","size":4}]}"#),
    // $unset
    .init(#"{"age":1,"kind":"k"}"#, #"{"$unset":{"age":true}}"#, #"{"kind":"k"}"#),
    .init(#"{"age":1}"#, #"{"$unset":{"age":"true"}}"#, "{}"),
    .init("{}", #"{"$unset":{"age":true}}"#, "{}"),
    .init(#"{"info":{"a":1,"b":2}}"#, #"{"$unset":{"info.a":true}}"#, #"{"info":{"b":2}}"#),
    .init(#"{"info":{"b":2}}"#, #"{"$unset":{"info.a.c":true}}"#, #"{"info":{"b":2}}"#),
    .init(#"{"info":{"a":[1,2]}}"#, #"{"$unset":{"info.a.0":true}}"#, #"{"info":{"a":[null,2]}}"#),
    .init(
      #"{"parts":[{"name":"a","size":4}]}"#, #"{"$unset":{"parts.0.size":true}}"#,
      #"{"parts":[{"name":"a"}]}"#),
    // $inc and $mul
    .init(#"{"age":1}"#, #"{"$inc":{"age":2}}"#, #"{"age":3}"#),
    .init(#"{"age":1}"#, #"{"$inc":{"age":-2.5}}"#, #"{"age":-1.5}"#),
    .init(#"{"age":1.5}"#, #"{"$inc":{"age":0.5}}"#, #"{"age":2}"#),
    .init(#"{"age":1}"#, #"{"$inc":{"age":"2"}}"#, #"{"age":3}"#),
    .init("{}", #"{"$inc":{"age":2}}"#, #"{"age":2}"#),
    .init(
      #"{"age":9223372036854775807}"#, #"{"$inc":{"age":1}}"#, #"{"age":9.223372036854776e+18}"#),
    .init("{}", #"{"$inc":{"info.a.b":2}}"#, #"{"info":{"a":{"b":2}}}"#),
    .init(#"{"meta":{"n":1}}"#, #"{"$inc":{"meta.n":2}}"#, #"{"meta":{"n":3}}"#),
    .init(#"{"age":3}"#, #"{"$mul":{"age":2}}"#, #"{"age":6}"#),
    .init(#"{"age":3}"#, #"{"$mul":{"age":0.5}}"#, #"{"age":1.5}"#),
    .init("{}", #"{"$mul":{"age":2}}"#, #"{"age":0}"#),
    .init(#"{"info":{"a":3}}"#, #"{"$mul":{"info.a":3}}"#, #"{"info":{"a":9}}"#),
    // $currentDate
    .init("{}", #"{"$currentDate":{"born":true}}"#, #"{"born":"2020-04-05T17:16:14.175Z"}"#),
    .init("{}", #"{"$currentDate":{"born":"true"}}"#, #"{"born":"2020-04-05T17:16:14.175Z"}"#),
    // Several commands together
    .init(
      #"{"age":1,"kind":"k"}"#, #"{"$set":{"name":"x"},"$unset":{"kind":true},"$inc":{"age":1}}"#,
      #"{"age":2,"name":"x"}"#),
    .init("{}", #"{"$set":{"info.a":1,"info.b":2}}"#, #"{"info":{"a":1,"b":2}}"#),
    // $setOnInsert does not change an existing document
    .init(
      "{}", #"{"$setOnInsert":{"age":1}}"#,
      #"400 body must NOT have additional properties. "#
        + #"Property "$setOnInsert" is not defined in validation schema"#),
  ]

  /// Update commands on arrays, with the changed documents (A12).
  static let arrays: [UpdateCase] = [
    .init(#"{"tags":["a"]}"#, #"{"$push":{"tags":"b"}}"#, #"{"tags":["a","b"]}"#),
    .init(#"{"tags":["a"]}"#, #"{"$push":{"tags":1}}"#, #"{"tags":["a","1"]}"#),
    .init("{}", #"{"$push":{"tags":"b"}}"#, #"{"tags":["b"]}"#),
    .init(#"{"nums":[1]}"#, #"{"$push":{"nums":{"$each":[2,"3"]}}}"#, #"{"nums":[1,2,"3"]}"#),
    .init(
      #"{"nums":[1,2]}"#, #"{"$push":{"nums":{"$each":[9],"$position":0}}}"#, #"{"nums":[9,1,2]}"#),
    .init(
      #"{"nums":[1,2]}"#, #"{"$push":{"nums":{"$each":[9],"$position":-1}}}"#,
      #"{"nums":[1,9,2]}"#),
    .init(
      #"{"nums":[1,2]}"#, #"{"$push":{"nums":{"$each":[9],"$position":-9}}}"#,
      #"{"nums":[9,1,2]}"#),
    .init(
      #"{"nums":[1,2]}"#, #"{"$push":{"nums":{"$each":[9],"$position":99}}}"#,
      #"{"nums":[1,2,9]}"#),
    .init(
      #"{"nums":[1,2]}"#, #"{"$push":{"nums":{"$each":[3],"$slice":2}}}"#, #"{"nums":[1,2]}"#),
    .init(
      #"{"nums":[1,2]}"#, #"{"$push":{"nums":{"$each":[3],"$slice":-2}}}"#, #"{"nums":[2,3]}"#),
    .init(#"{"nums":[1]}"#, #"{"$push":{"nums":{"$each":[3],"$slice":0}}}"#, #"{"nums":[]}"#),
    .init(
      #"{"nums":[5,1]}"#, #"{"$push":{"nums":{"$each":[3],"$sort":1}}}"#, #"{"nums":[1,3,5]}"#),
    .init(
      #"{"nums":[5,1]}"#, #"{"$push":{"nums":{"$each":[3],"$sort":-1,"$slice":2}}}"#,
      #"{"nums":[5,3]}"#),
    .init(
      #"{"parts":[{"name":"b"}]}"#,
      #"{"$push":{"parts":{"$each":[{"name":"a"}],"$sort":{"name":1}}}}"#,
      #"{"parts":[{"name":"a"},{"name":"b"}]}"#),
    .init(
      "{}", #"{"$push":{"parts":{"name":"a","size":"1"}}}"#, #"{"parts":[{"name":"a","size":1}]}"#),
    .init("{}", #"{"$push":{"bag":{"x":1}}}"#, #"{"bag":[{"x":1}]}"#),
    .init("{}", #"{"$push":{"any":{"x":1}}}"#, #"{"any":[{"x":1}]}"#),
    .init(#"{"meta":{"list":[1]}}"#, #"{"$push":{"meta.list":2}}"#, #"{"meta":{"list":[1,2]}}"#),
    .init(
      "{}", #"{"$push":{"ids":"5E8AE13BB74DBF0011444ED5"}}"#,
      #"{"ids":["5e8ae13bb74dbf0011444ed5"]}"#),
    // $addToSet
    .init(#"{"tags":["a"]}"#, #"{"$addToSet":{"tags":"a"}}"#, #"{"tags":["a"]}"#),
    .init(#"{"tags":["a"]}"#, #"{"$addToSet":{"tags":"b"}}"#, #"{"tags":["a","b"]}"#),
    .init("{}", #"{"$addToSet":{"tags":"b"}}"#, #"{"tags":["b"]}"#),
    .init(#"{"nums":[1]}"#, #"{"$addToSet":{"nums":{"$each":[1,2,2]}}}"#, #"{"nums":[1,2]}"#),
    .init(#"{"nums":[1]}"#, #"{"$addToSet":{"nums":1.0}}"#, #"{"nums":[1]}"#),
    .init(
      #"{"bag":[{"x":1,"y":2}]}"#, #"{"$addToSet":{"bag":{"y":2,"x":1}}}"#,
      #"{"bag":[{"x":1,"y":2},{"y":2,"x":1}]}"#),
    .init(
      #"{"bag":[{"x":1,"y":2}]}"#, #"{"$addToSet":{"bag":{"x":1,"y":2}}}"#,
      #"{"bag":[{"x":1,"y":2}]}"#),
    // $pull
    .init(#"{"nums":[1,2,1]}"#, #"{"$pull":{"nums":1}}"#, #"{"nums":[2]}"#),
    .init(#"{"nums":[1,2,3]}"#, #"{"$pull":{"nums":{"$in":[1,3]}}}"#, #"{"nums":[2]}"#),
    .init("{}", #"{"$pull":{"nums":1}}"#, "{}"),
    .init(#"{"tags":["a"]}"#, #"{"$pull":{"tags":"z"}}"#, #"{"tags":["a"]}"#),
    .init(
      #"{"parts":[{"name":"a","size":1},{"name":"b"}]}"#, #"{"$pull":{"parts":{"name":"a"}}}"#,
      #"{"parts":[{"name":"b"}]}"#),
    .init(
      #"{"bag":[{"name":"a","size":1},{"name":"b","size":5}]}"#,
      #"{"$pull":{"bag":{"size":{"$gt":2}}}}"#, #"{"bag":[{"name":"a","size":1}]}"#),
    .init(
      #"{"bag":[{"x":1},{"x":2}]}"#, #"{"$push":{"bag":{"$each":[{"x":3}],"$slice":-2}}}"#,
      #"{"bag":[{"x":2},{"x":3}]}"#),
    // The element that the filter matches
    .init(
      #"{"nums":[1,2,3]}"#, #"{"$set":{"nums.$.replace":9}}"#, #"{"nums":[1,9,3]}"#,
      filter: #"{"nums":2}"#),
    .init(
      #"{"nums":[1,2,3]}"#, #"{"$set":{"nums.$.replace":"9"}}"#, #"{"nums":[1,9,3]}"#,
      filter: #"{"nums":{"$gt":1}}"#),
    .init(
      #"{"parts":[{"name":"a"},{"name":"lid","size":1}]}"#,
      #"{"$set":{"parts.$.merge":{"size":9}}}"#,
      #"{"parts":[{"name":"a"},{"name":"lid","size":9}]}"#, filter: #"{"parts.name":"lid"}"#),
    .init(
      #"{"parts":[{"name":"a"},{"name":"b","size":3}]}"#,
      #"{"$set":{"parts.$.replace":{"name":"z"}}}"#,
      #"{"parts":[{"name":"a"},{"name":"z"}]}"#,
      filter: #"{"parts":{"$elemMatch":{"size":{"$gt":2}}}}"#),
    .init(
      #"{"tags":["a","b"]}"#, #"{"$set":{"tags.$.replace":"z"}}"#, #"{"tags":["a","z"]}"#,
      filter: #"{"$and":[{"tags":{"$in":["b","c"]}}]}"#),
    .init(
      #"{"bag":[{"x":1}]}"#, #"{"$set":{"bag.$.merge":{"y":2}}}"#, #"{"bag":[{"x":1,"y":2}]}"#,
      filter: #"{"bag.x":1}"#),
    .init(
      #"{"parts":[{"name":"a"},{"name":"b"},{"name":"b"}]}"#,
      #"{"$set":{"parts.$.merge":{"size":9}}}"#,
      #"{"parts":[{"name":"a"},{"name":"b"},{"name":"b","size":9}]}"#,
      filter: #"{"parts.2.name":"b"}"#),
    .init(
      #"{"nums":[1,2,2]}"#, #"{"$set":{"nums.$.replace":9}}"#, #"{"nums":[1,2,9]}"#,
      filter: #"{"nums.2":{"$gt":1}}"#),
    .init(
      #"{"any":[[1],[2]]}"#, #"{"$set":{"any.$.replace":9}}"#, #"{"any":[[1],9]}"#,
      filter: #"{"any.1":{"$elemMatch":{"$eq":2}}}"#),
  ]
}
