public import ManagedObjects

#if canImport(CoreData)
  /// A class written by hand with generated properties, as for "Category/Extension" in Xcode.
  @objc(Label)
  public nonisolated class Label: NSManagedObject, @unchecked Sendable {}
#else
  /// A class written by hand with generated properties, as for "Category/Extension" in Xcode.
  public nonisolated class Label: NSManagedObject {}
#endif
