#if !canImport(CoreData)
  import Foundation

  /// The stored values of an object; immutable and shared by contexts.
  // Unchecked: all properties are constant; mutable values are copied before they are changed.
  final class Snapshot: @unchecked Sendable {
    /// The attributes, in the order of the entity's plan.
    let values: [StoredValue]
    /// The objects of to-one relationships, in the order of the entity's plan; empty if there are
    /// none.
    let ones: [NSManagedObjectID?]
    /// The number of saves of the object.
    let version: Int64

    /// The to-one relationships for which the store has not returned a value.
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
