import Foundation
import GhostlightCore
import Synchronization

extension EGF2Graph {
  /// A reader that creates models of the classes that are currently registered.
  var reader: ModelReader {
    let state = state.withLock { (types: $0.types, reportsMissing: $0.showCacheLogs) }
    return ModelReader(
      types: state.types, reportsMissing: state.reportsMissing, log: environment.log)
  }

  /// Returns a record of the object in a response.
  ///
  /// - Throws: `wrongJSONObject` if the object has no id, `unknownObjectType` if no class is
  ///   registered for its id.
  func record(_ json: JSON) throws(NSError) -> ObjectRecord {
    guard let object = json.object, let id = object["id"]?.string else {
      throw EGF2Error(.wrongJSONObject, reason: "The response does not have an object with an id")
    }
    return try record(id, object)
  }

  /// Returns a record of an object whose id is known.
  ///
  /// - Throws: `unknownObjectType` if no class is registered for the id.
  func record(_ id: String, _ object: JSONObject) throws(NSError) -> ObjectRecord {
    let reader = reader
    guard let type = reader.types.model(for: id) else { throw reader.types.unknown(id) }
    return ObjectRecord(id: id, json: object, type: type, reader: reader)
  }

  /// Returns records of the objects of a page.
  ///
  /// - Throws: `wrongJSONObject` if an object has no id, `unknownObjectType` if no class is
  ///   registered for its id.
  func record(_ page: EdgePage) throws(NSError) -> PageRecord {
    var records: [ObjectRecord] = []
    for object in page.objects { records.append(try record(.object(object))) }
    return PageRecord(records: records, count: page.count)
  }

  /// Parses the page of objects in a response.
  ///
  /// - Throws: `wrongResponse` if the response is not a page.
  func page(_ json: JSON) throws(NSError) -> EdgePage {
    guard let page = EdgePage(json) else {
      throw EGF2Error.wrongResponse("The response does not have results and their count")
    }
    return page
  }

  /// Changes the cache after a response, unless the user has logged out since the request was sent.
  func updateCache(since epoch: Int, _ change: (inout GraphCache, ModelTypes) -> Void) {
    state.withLock { state in
      guard state.epoch == epoch else { return }
      change(&state.cache, state.types)
    }
  }

  /// The number of logouts so far.
  var epoch: Int { state.withLock { $0.epoch } }

  /// Replaces `me` by the user's id if it is known; other ids are unchanged.
  func resolved(_ id: String) -> String { state.withLock { $0.resolved(id) } }

  /// Logs where an object or a page came from, if ``showCacheLogs`` is `true`.
  func log(_ what: String, from place: String) {
    guard showCacheLogs else { return }
    environment.log("EGF2: \(what) comes from the \(place)")
  }
}

/// An object from a response or from the cache, with the class of its model.
struct ObjectRecord: Deliverable {
  let id: String
  let json: JSONObject
  let type: any EGF2GraphModel.Type
  let reader: ModelReader

  func built() -> NSObject { reader.make(type, from: json) }
}

/// A page from a response or from the cache, with the classes of its objects.
struct PageRecord: Deliverable {
  let records: [ObjectRecord]
  let count: Int

  func built() -> EGF2Page { EGF2Page(objects: records.map { $0.built() }, count: count) }
}
