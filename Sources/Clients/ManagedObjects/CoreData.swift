#if canImport(CoreData)
  // Where there is Core Data, this module is Core Data.
  @_exported public import CoreData
#else
  // As with Core Data, `import ManagedObjects` brings Foundation along.
  @_exported public import Foundation
#endif
