import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on queries` {
  @Test func `Lower Level Query API`() async throws {
    let app = try GuideApp()
    for title in ["Do Homework", "Take out the trash"] {
      _ = try await app.client.dataStore().createObject(["title": title], inSchema: "todo")
    }
    let found = Mailbox(of: [String].self)

    let newQuery = SMQuery(schema: "todo")
    newQuery.where("title", isEqualTo: "Do Homework")
    // add additional conditions
    app.client.dataStore().performQuery(
      newQuery,
      onSuccess: { results in
        found.put(results.titles)
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await found.next() == ["Do Homework"])
  }
}
