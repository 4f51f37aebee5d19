import Foundation

/// A page of an answer or of the cache, whose objects' classes are known.
struct PageRecord: Deliverable {
  let records: [ObjectRecord]
  let count: Int

  func built() -> EGF2Page { EGF2Page(objects: records.map { $0.built() }, count: count) }
}
