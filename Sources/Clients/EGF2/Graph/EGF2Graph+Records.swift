import Foundation
import GhostlightCore
import Synchronization

extension EGF2Graph {
  /// What makes models, with the classes of this moment.
  var reader: ModelReader {
    let state = state.withLock { (types: $0.types, reportsMissing: $0.showCacheLogs) }
    return ModelReader(
      types: state.types, reportsMissing: state.reportsMissing, log: environment.log)
  }

  /// An object of an answer.
  ///
  /// - Throws: `wrongJSONObject` where it has no id, `unknownObjectType` where its class is missing.
  func record(_ json: JSON) throws(NSError) -> ObjectRecord {
    guard let object = json.object, let id = object["id"]?.string else {
      throw EGF2Error(.wrongJSONObject, reason: "The answer has no object with an id")
    }
    return try record(id, object)
  }

  /// An object whose id is known.
  ///
  /// - Throws: `unknownObjectType` where its class is missing.
  func record(_ id: String, _ object: JSONObject) throws(NSError) -> ObjectRecord {
    let reader = reader
    guard let type = reader.types.model(for: id) else { throw reader.types.unknown(id) }
    return ObjectRecord(id: id, json: object, type: type, reader: reader)
  }

  /// A page of objects.
  ///
  /// - Throws: as for each object.
  func record(_ page: EdgePage) throws(NSError) -> PageRecord {
    var records: [ObjectRecord] = []
    for object in page.objects { records.append(try record(.object(object))) }
    return PageRecord(records: records, count: page.count)
  }

  /// A page of an answer.
  ///
  /// - Throws: `wrongResponse` where it is none; else as for each object.
  func page(_ json: JSON) throws(NSError) -> EdgePage {
    guard let page = EdgePage(json) else {
      throw EGF2Error.wrongResponse("The answer has no results with their count")
    }
    return page
  }

  /// Changes the cache on account of an answer, unless somebody has logged out in the meantime.
  func keep(since epoch: Int, _ change: (inout GraphCache, ModelTypes) -> Void) {
    state.withLock { state in
      guard state.epoch == epoch else { return }
      change(&state.cache, state.types)
    }
  }

  /// The number of logouts so far.
  var epoch: Int { state.withLock { $0.epoch } }

  /// An id, where `me` stands for the user if known.
  func resolved(_ id: String) -> String { state.withLock { $0.resolved(id) } }

  /// Tells where something comes from, if that is wanted.
  func log(_ what: String, from place: String) {
    guard showCacheLogs else { return }
    environment.log("EGF2: \(what) comes from the \(place)")
  }
}

/// An object of an answer or of the cache, whose class is known.
struct ObjectRecord: Deliverable {
  let id: String
  let json: JSONObject
  let type: any EGF2GraphModel.Type
  let reader: ModelReader

  func built() -> NSObject { reader.make(type, from: json) }
}

/// A page of an answer or of the cache, whose objects' classes are known.
struct PageRecord: Deliverable {
  let records: [ObjectRecord]
  let count: Int

  func built() -> EGF2Page { EGF2Page(objects: records.map { $0.built() }, count: count) }
}
