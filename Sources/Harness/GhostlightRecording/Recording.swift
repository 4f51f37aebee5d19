public import GhostlightCore

/// A list of exchanges in the order in which they began.
///
/// A ``Recorder`` creates recordings, ``HARDocument`` reads and writes them as files, a
/// ``Replayer`` responds from them, and a ``Redactor`` removes their secrets.
///
/// A recording is a value with all of its exchanges in memory.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
/// import HTTPTypes
///
/// let recording = Recording(
///   [RecordedExchange(Request(.get, "/listapi"), Response(.ok))], comment: "written by hand")
/// let file = HARDocument(recording).bytes
/// ```
public struct Recording: Sendable, Hashable {
  /// The recorded exchanges, in the order in which they began.
  public var exchanges: [RecordedExchange]
  /// A comment for people, such as the date and the recorded server; `nil` for none.
  public var comment: String?

  /// Creates a recording from exchanges, which should be in the order in which they began.
  public init(_ exchanges: [RecordedExchange] = [], comment: String? = nil) {
    self.exchanges = exchanges
    self.comment = comment
  }
}

/// One request with its response and the time at which the request began.
///
/// Bodies are stored without transfer coding and content coding, unless a body could not be
/// decoded. ``HAREntry/exchange()`` creates exchanges from a file.
public struct RecordedExchange: Sendable, Hashable {
  /// The request, with its decoded body.
  public var request: Request
  /// The response, with its decoded body.
  public var response: Response
  /// The time at which the request began, in milliseconds since 1970.
  public var startedMilliseconds: Int64
  /// The duration of the exchange in milliseconds; HAR allows fractions.
  public var durationMilliseconds: Double
  /// Additional members of the entry in a HAR file: `comment`, and members with the prefix `_`.
  public var notes: JSONObject

  /// Creates an exchange; without further arguments, its time and duration are 0.
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
  /// Returns one recording with all exchanges, sorted by their start times.
  ///
  /// The same placeholder may stand for different secrets in different recordings. Such
  /// placeholders get new numbers, so that the sessions of different recordings stay separate.
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

  /// Returns a new name for each placeholder in `found` that is also in `taken`.
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
