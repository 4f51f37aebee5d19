public import GhostlightCore

/// What happened: exchanges in the order in which they began.
public struct Recording: Sendable, Hashable {
  /// The exchanges.
  public var exchanges: [RecordedExchange]
  /// What people should know of it: where it was recorded, and from what.
  public var comment: String?

  /// Makes a recording.
  public init(_ exchanges: [RecordedExchange] = [], comment: String? = nil) {
    self.exchanges = exchanges
    self.comment = comment
  }
}

/// One request with the response it got, and when.
public struct RecordedExchange: Sendable, Hashable {
  /// What was asked, its body byte for byte.
  public var request: Request
  /// What was answered, its body byte for byte, without transfer and content coding.
  public var response: Response
  /// When the request began, in milliseconds since 1970.
  public var startedMilliseconds: Int64
  /// How long it took, in milliseconds; HAR allows fractions.
  public var durationMilliseconds: Double
  /// What else the entry of a HAR file says about the exchange: `comment`, and members with `_`.
  public var notes: JSONObject

  /// Makes an exchange.
  public init(
    _ request: Request, _ response: Response, startedMilliseconds: Int64 = 0,
    durationMilliseconds: Double = 0, notes: JSONObject = [:]
  ) {
    self.request = request
    self.response = response
    self.startedMilliseconds = startedMilliseconds
    self.durationMilliseconds = durationMilliseconds
    self.notes = notes
  }
}

extension Recording {
  /// One recording of all exchanges, in the order in which they began.
  ///
  /// Placeholders that stand for one secret here and perhaps for another there get other numbers,
  /// so that sessions of different recordings stay apart.
  public static func merging(_ recordings: [Recording]) -> Recording {
    var taken: Set<String> = []
    var exchanges: [RecordedExchange] = []
    for recording in recordings {
      var scan = PlaceholderScan()
      for exchange in recording.exchanges { scan.read(exchange) }
      let names = renamed(scan.found, taken)
      let sweep = SecretSweep { renaming($0, names) }
      exchanges += names.isEmpty ? recording.exchanges : recording.exchanges.map(sweep.clean)
      taken.formUnion(scan.found.subtracting(names.keys))
      taken.formUnion(names.values)
    }
    let order = exchanges.indices.sorted { left, right in
      let times = (exchanges[left].startedMilliseconds, exchanges[right].startedMilliseconds)
      return times.0 == times.1 ? left < right : times.0 < times.1
    }
    let comments = recordings.compactMap(\.comment)
    return Recording(
      order.map { exchanges[$0] },
      comment: comments.isEmpty ? nil : comments.joined(separator: "; "))
  }

  /// New placeholders for those that are taken.
  private static func renamed(_ found: Set<String>, _ taken: Set<String>) -> [String: String] {
    var names: [String: String] = [:]
    var used = taken.union(found)
    for placeholder in found.intersection(taken).sorted() {
      guard let dash = placeholder.lastIndex(of: "-") else { continue }
      var number = 1
      while used.contains("\(placeholder[...dash])\(number)") { number += 1 }
      names[placeholder] = "\(placeholder[...dash])\(number)"
      used.insert("\(placeholder[...dash])\(number)")
    }
    return names
  }

  private static func renaming(_ bytes: [UInt8], _ names: [String: String]) -> [UInt8]? {
    var edits = TextEdits()
    for range in Placeholder.ranges(in: bytes) {
      guard let name = names[String(decoding: bytes[range], as: UTF8.self)] else { continue }
      edits.replace(range, by: name.utf8)
    }
    return edits.applied(to: bytes)
  }
}
