import Foundation
import ManagedObjects
import StackMob
import TestExecutors
import TestSupport
import Testing

@MainActor @Suite(.serialized) struct `Log of a StackMob store` {
  @Test func `the log is silent by default, and shortens long texts`() async throws {
    await ProcessSetting.storeLog.take()
    defer { ProcessSetting.storeLog.giveBack() }
    #expect(!SM_CORE_DATA_DEBUG)
    #expect(SM_MAX_LOG_LENGTH == 10_000)
    let app = try StoreApp()
    app.insert("Todo", ["todoId": "a"])
    #expect(await app.save() == nil)
    #expect(app.logged.all == [])
    SM_CORE_DATA_DEBUG = true
    SM_MAX_LOG_LENGTH = 40
    defer {
      SM_CORE_DATA_DEBUG = false
      SM_MAX_LOG_LENGTH = 10_000
    }
    app.insert("Todo", ["todoId": "b"])
    app.insert("Todo", ["todoId": "c", "title": String(repeating: "x", count: 100)])
    #expect(await app.save() == nil)
    #expect(
      app.logged.all == [
        #"SMIncrementalStore: POST /todo {"todo_id":"b"}"#,
        #"SMIncrementalStore: POST /todo {"title":"xxxxxxxxxxxxxxxxxxx <MAX_LOG_LENGTH_REACHED>"#,
      ])
  }
}
