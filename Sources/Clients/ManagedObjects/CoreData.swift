#if canImport(CoreData)
  // Where there is Core Data, this module is Core Data.
  @_exported public import CoreData
#endif
