import GhostlightClient
package import GhostlightCore
import GhostlightSync
import SyncFixtures
package import TestExecutors

/// Creates devices for a service in process, behind a socket or in a recording.
package struct Phones: Sendable {
  let transport: Transport
  let endpoint: String

  func phone(_ kind: SyncKind, _ name: String) throws -> any SyncDevice {
    try kind.device(name, transport, at: endpoint)
  }
}

/// An app's synchronisation calls and the expected results, wherever the service runs.
package struct Scenario: Scripted {
  package let script: Script<Given, Phones, JSON>

  package init(script: Script<Given, Phones, JSON>) { self.script = script }

  package static let all =
    [
      both(.baas, BaaSScenarios.usual, live: "0/0", draft: "2/0", publish: Marks.push),
      both(.crud, CRUDScenarios.usual, live: "PUBLIC", draft: "DRAFT", publish: Marks.publish),
    ].joined() + BaaSScenarios.all + CRUDScenarios.all + SyncKind.allCases.map(started)

  /// Returns one string for each object on `phone`: its title, text, state and mark.
  static func contents(_ phone: any SyncDevice) throws -> JSON {
    .array(
      try phone.news().map { news in
        .string(
          [news.title, news.text ?? "-", news.state ?? "-", news.mark ?? "-"]
            .joined(separator: " "))
      })
  }

  /// Returns a scenario that starts a run without a completion closure, and then a second run.
  ///
  /// The second run begins after the first one has ended.
  private static func started(_ kind: SyncKind) -> Scenario {
    let isBaaS = kind == .baas
    return Scenario(
      "\(kind.rawValue): a run without a completion closure",
      given: isBaaS ? BaaSScenarios.usual : CRUDScenarios.usual,
      expects: isBaaS
        ? ["d1 theirs 0/0 -", "d2 theirs 2/0 -"] : ["d1 theirs PUBLIC -", "d2 theirs DRAFT -"]
    ) { phones in
      let phone = try phones.phone(kind, "a")
      phone.start([News.self])
      await phone.sync()
      return try contents(phone)
    }
  }

  /// Returns the scenarios for one kind of synchronisation, with its names for document states.
  private static func both(
    _ kind: SyncKind, _ given: [Given], live: String, draft: String, publish: String
  ) -> [Scenario] {
    func line(_ title: String, _ text: String, _ state: String) -> JSON {
      .string("\(title) \(text) \(state) -")
    }
    let (theirs, changed) = (line("d1", "theirs", live), line("d1", "changed", live))
    let (drafted, new) = (line("d2", "theirs", draft), line("new", "-", live))
    let overtaken: JSON = .array([line("d1", "one", live), drafted])
    return [
      Scenario(
        "\(kind.rawValue): what one device pushes, another pulls", given: given,
        expects: [
          .array([theirs, drafted]), .array([changed, drafted, new]),
          .array([changed, drafted, new]), .array([changed, new]),
        ]
      ) { phones in
        let (one, other) = (try phones.phone(kind, "a"), try phones.phone(kind, "b"))
        await other.sync()
        let first = try contents(other)
        await one.sync()
        try one.change("d1", ["text": "changed"], Marks.push)
        try one.insert(["title": "new"], publish)
        await one.sync()
        await other.sync()
        let third = try phones.phone(kind, "c")
        third.setKeepsDrafts(false)
        await third.sync()
        return [first, try contents(one), try contents(other), try contents(third)]
      },
      Scenario(
        "\(kind.rawValue): the service wins", given: given, expects: [overtaken, overtaken]
      ) { phones in
        let (one, other) = (try phones.phone(kind, "a"), try phones.phone(kind, "b"))
        await one.sync()
        await other.sync()
        try one.change("d1", ["text": "one"], Marks.push)
        try other.change("d1", ["text": "other"], Marks.push)
        await one.sync()
        await other.sync()
        return [try contents(one), try contents(other)]
      },
    ]
  }
}
