import Foundation
import CRUD
import Testing

#if !canImport(CoreData) && !ManagedObjects
  #error("These tests need managed objects: swift test --disable-xctest --traits ManagedObjects")
#endif

@Suite struct `Managed objects` {
  @Test func `come with the module`() {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    #expect(!context.hasChanges)
  }
}
