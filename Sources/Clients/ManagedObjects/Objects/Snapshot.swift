#if !canImport(CoreData)
  import Foundation

  /// The stored values of an object, which are immutable and shared by contexts.
  // Unchecked: all properties are constants, and mutable values are copied before they are changed.
  final class Snapshot: @unchecked Sendable {
    /// The attributes' values, in the order of the entity's plan.
    let values: [StoredValue]
    /// The related objects of to-one relationships, with `nil` for to-many ones.
    ///
    /// The order is that of the entity's plan. The array is empty if there is no to-one
    /// relationship.
    let ones: [NSManagedObjectID?]
    /// The version that detects conflicts; each save of the object increments it.
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
