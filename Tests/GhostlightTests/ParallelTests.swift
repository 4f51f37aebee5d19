import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Stage under load` {
  @Test func `a thousand tasks in a thousand namespaces do not affect each other`() async throws {
    let stage = Stage.stackMob()
    let received = await withTaskGroup(of: (Int, [String], [String]).self) { group in
      for task in 0..<1000 {
        group.addTask {
          let caller = StackMobCaller(stage, in: "space-\(task)")
          for number in 0..<5 {
            _ = caller.send(.post, "/todo", ["title": .string("\(task)/\(number)")])
          }
          let listed = Self.titles(caller.send(.get, "/todo"))
          let found = Self.titles(caller.send(.get, RequestTarget("/todo?title=\(task)%2F3")))
          return (task, listed, found)
        }
      }
      var received: [Int: [[String]]] = [:]
      for await (task, listed, found) in group { received[task] = [listed, found] }
      return received
    }
    let expected = Dictionary(
      uniqueKeysWithValues: (0..<1000).map { task in
        (task, [(0..<5).map { "\(task)/\($0)" }, ["\(task)/3"]])
      })
    #expect(received == expected)
    #expect(stage.namespaceNames.count == 1001)
    for task in [0, 500, 999] {
      #expect(try stage.namespace("space-\(task)").journal.map(\.number) == Array(1...7))
    }
  }

  @Test func `tasks in one namespace take turns, and no change is lost`() async throws {
    let stage = Stage.notes()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<50 {
        group.addTask {
          for number in 0..<20 { stage.add("\(task)/\(number)") }
        }
      }
    }
    let expected = (0..<50).flatMap { task in (0..<20).map { "\(task)/\($0)" } }
    #expect(stage.texts().sorted() == expected.sorted())
    #expect(try stage.namespace().journal.count == 1000)
  }

  @Test func `forks, drops and resets during requests leave a stage consistent`() async throws {
    let stage = Stage.notes()
    stage.add("origin")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<40 {
        group.addTask {
          for round in 0..<20 {
            let name = "n\((task + round) % 8)"
            stage.add("x", in: name)
            try stage.fork(as: name)
            if round % 5 == 0 { try stage.drop(name) }
            if round % 7 == 0 { try stage.namespace(name).reset() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(stage.texts() == ["origin"])
    #expect(Set(stage.namespaceNames).isSubset(of: ["default"] + (0..<8).map { "n\($0)" }))
  }

  private static func titles(_ response: Response) -> [String] {
    guard case .array(let objects)? = response.json else { return ["\(response.status)"] }
    return objects.compactMap { object in
      if case .object(let members) = object { members["title"]?.string } else { nil }
    }
  }
}
