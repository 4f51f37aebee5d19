import Ghostlight
import GhostlightCore
import HTTPTypes

extension Stage {
  /// Returns a stage with only the StackMob emulator and a frozen clock.
  static func standing(_ log: (any ChangeLog)? = nil, seed: UInt64 = 1) -> Stage {
    var configuration = StageConfiguration(services: [.stackMob()])
    configuration.clock = .frozen(at: 1_371_040_000_123)
    configuration.seed = seed
    return Stage(configuration, log: log)
  }

  /// Creates an item, and returns whether the stage has acknowledged it.
  @discardableResult
  func create(_ key: Int, in namespace: String = "default", text: String? = nil) -> Bool {
    respond(to: .create(key, in: namespace, text: text), by: "stackmob").status == .created
  }

  /// Returns StackMob's response with all items of a namespace.
  func items(in namespace: String = "default") -> String {
    var request = Request.create(0, in: namespace)
    request.method = .get
    request.body = []
    return String(decoding: respond(to: request, by: "stackmob").body, as: UTF8.self)
  }

  /// Returns the keys of all items of a namespace.
  func keys(in namespace: String = "default") throws -> Set<String> {
    let items = try JSON.parse(items(in: namespace)).array ?? []
    return Set(items.compactMap { $0["item_id"]?.string })
  }

  /// The items and the clock of each namespace, keyed by namespace name.
  var everything: [String: String] {
    var all: [String: String] = [:]
    for name in namespaceNames {
      guard let clock = try? namespace(name).clock else { continue }
      all[name] = "\(clock.milliseconds) \(items(in: name))"
    }
    return all
  }
}
