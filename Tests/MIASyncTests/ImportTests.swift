import Foundation
import MIASync
import Testing

@Suite struct `Managed objects` {
  @Test func `come with the module`() {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    #expect(!context.hasChanges)
  }
}
