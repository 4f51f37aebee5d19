#if !canImport(CoreData)
  import Foundation

  /// What a store has of an object: never changed, shared by contexts.
  // Unchecked: all of it is constant; what the values hold is copied before it is changed.
  final class Snapshot: @unchecked Sendable {
    /// The attributes, by the entity's plan.
    let values: [StoredValue]
    /// The objects of relationships to one, by the entity's plan; empty where there are none.
    let ones: [NSManagedObjectID?]
    /// Counts the saves of the object.
    let version: Int64

    /// The relationships to one that the store did not tell of.
    let unknownOnes: ChangeBits

    init(
      values: [StoredValue], ones: [NSManagedObjectID?], version: Int64,
      unknownOnes: ChangeBits = ChangeBits()
    ) {
      self.unknownOnes = unknownOnes
      self.values = values
      self.ones = ones
      self.version = version
    }

    func one(_ index: Int) -> NSManagedObjectID? { index < ones.count ? ones[index] : nil }
  }
#endif
