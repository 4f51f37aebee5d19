import GhostlightCore
import GhostlightEmulation

@testable import MiaEmulator

/// Five documents, `a` to `e`, in the form in which the CRUD service stores them.
enum FilterFixture {
  static let schema = FilterSchema(
    [
      "_id": .string, "__STATE__": .string, "name": .string, "nick": .string, "age": .number,
      "price": .number, "ok": .boolean, "born": .date, "owner": .objectID,
      "position": .geoPoint, "tags": .array, "nums": .array, "parts": .array, "info": .rawObject,
    ], textFields: ["name"], indexed: ["_id", "age"])

  private static let names = [
    "_id", "__STATE__", "name", "nick", "age", "price", "ok", "born", "owner", "position", "tags",
    "nums", "parts", "info",
  ]

  /// Returns the documents, optionally with an index for each field.
  static func documents(indexed: Bool) throws -> DocumentCollection {
    var collection = DocumentCollection(
      indexes: (indexed ? names : []).map { IndexDefinition(FieldPath($0)) })
    for text in texts {
      let document = try JSON.parse(text).object ?? [:]
      collection.insert(document, forKey: document["_id"]?.string ?? "")
    }
    return collection
  }

  private static let texts = [
    #"""
    {"_id":"a","__STATE__":"PUBLIC","name":"Alfa","age":10,"price":1.5,"ok":true,
     "born":"2020-01-01T00:00:00.000Z","owner":"5e8ae13bb74dbf0011444ed5","nick":"A",
     "tags":["x","y"],"nums":[1,5],"info":{"n":1,"deep":{"s":"q"}},
     "parts":[{"name":"lid","size":3},{"name":"cup","size":9}],
     "position":{"type":"Point","coordinates":[9.19,45.46]}}
    """#,
    #"""
    {"_id":"b","__STATE__":"PUBLIC","name":"Beta","age":20,"price":2,"ok":false,
     "born":"2021-06-01T12:00:00.000Z","owner":"5e8ae13bb74dbf0011444ed6","nick":null,
     "tags":["y"],"nums":[10],"info":{"n":2,"list":[1,2]},"parts":[{"name":"cup","size":3}],
     "position":{"type":"Point","coordinates":[12.49,41.90]}}
    """#,
    #"""
    {"_id":"c","__STATE__":"PUBLIC","name":"carlo","age":30,"price":1.5,"ok":true,
     "tags":[],"nums":[],"parts":[],"info":{}}
    """#,
    #"""
    {"_id":"d","__STATE__":"PUBLIC","name":"Delta","age":20.5,"nick":"a","tags":["x"],
     "nums":[1,10],"parts":[{"name":"lid","size":9}],"info":{"n":"1"}}
    """#,
    #"{"_id":"e","__STATE__":"DRAFT","name":"Élan"}"#,
  ]
}
