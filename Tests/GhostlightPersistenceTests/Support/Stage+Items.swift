import Ghostlight
import GhostlightCore
import HTTPTypes

extension Stage {
  /// A stage with StackMob alone, whose clocks stand still.
  static func standing(_ log: (any ChangeLog)? = nil, seed: UInt64 = 1) -> Stage {
    var configuration = StageConfiguration(emulators: [.stackMob()])
    configuration.clock = .frozen(at: 1_371_040_000_123)
    configuration.seed = seed
    return Stage(configuration, log: log)
  }

  /// Creates an item and answers whether the stage says so.
  @discardableResult
  func create(_ key: Int, in namespace: String = "default", text: String? = nil) -> Bool {
    respond(to: .create(key, in: namespace, text: text), by: "stackmob").status == .created
  }

  /// All items of a namespace, byte by byte as StackMob answers them.
  func items(in namespace: String = "default") -> String {
    var request = Request.create(0, in: namespace)
    request.method = .get
    request.body = []
    return String(decoding: respond(to: request, by: "stackmob").body, as: UTF8.self)
  }

  /// The keys of all items of a namespace.
  func keys(in namespace: String = "default") throws -> Set<String> {
    let items = try JSON.parse(items(in: namespace)).array ?? []
    return Set(items.compactMap { $0["item_id"]?.string })
  }

  /// What every namespace shows: its items and its clock.
  var everything: [String: String] {
    var all: [String: String] = [:]
    for name in namespaceNames {
      guard let clock = try? namespace(name).clock else { continue }
      all[name] = "\(clock.milliseconds) \(items(in: name))"
    }
    return all
  }
}
