#if canImport(CoreData)
  // On systems with Core Data, this module is Core Data.
  @_exported public import CoreData
#else
  // As with Core Data, `import ManagedObjects` also imports Foundation.
  @_exported public import Foundation
#endif
