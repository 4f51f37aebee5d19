public import GhostlightCore

/// A HAR file: a log, and any other members that its author added.
///
/// Read a file of a browser, proxy or Ghostlight with ``init(reading:named:limits:)``, and turn it
/// into exchanges with ``Recording/init(_:)``. To write a recording, create a document from it and
/// use ``bytes``. A document keeps members that the package does not know, in their order and with
/// their digits. Only white space and the escaping of characters may differ after reading and
/// printing. The whole file is in memory; ``HAREntryReader`` reads a large one entry by entry.
///
/// ```swift
/// import GhostlightRecording
///
/// func exchanges(_ bytes: [UInt8]) throws -> [RecordedExchange] {
///   let document = try HARDocument(reading: bytes, named: "shop.har")
///   for warning in document.warnings { print(warning) }
///   return try Recording(document).exchanges
/// }
/// ```
///
/// - Source: HAR 1.2 specification.
public struct HARDocument: Sendable, Hashable {
  /// The name of the file, for messages.
  public var name: String
  /// All members of the outermost object.
  public var json: JSONObject

  /// The log; an empty one if the file has none.
  public var log: HARLog {
    get { HARLog(json: json["log"]?.object ?? [:]) }
    set { json["log"] = .object(newValue.json) }
  }

  /// Creates a document with a log.
  public init(_ log: HARLog, named name: String = "recording") {
    self.name = name
    json = ["log": .object(log.json)]
  }

  /// Creates a document with the exchanges and the comment of a recording.
  public init(_ recording: Recording, creator: HARCreator = .ghostlight) {
    self.init(
      HARLog(recording.exchanges.map(HAREntry.init), creator: creator, comment: recording.comment))
  }

  /// The document as a file: indented by two spaces a level, with a newline at the end.
  ///
  /// Equal documents have equal bytes.
  public var bytes: [UInt8] {
    Array((JSON.object(json).text(pretty: true) + "\n").utf8)
  }
}

extension HARDocument {
  /// Parses a file and checks all members that a recording depends on.
  ///
  /// A byte order mark is skipped. Other members may have any value.
  ///
  /// - Throws: ``HARError`` if the file is not JSON, not HAR, or exceeds the limits.
  public init(
    reading bytes: [UInt8], named name: String, limits: HARLimits = .standard
  ) throws(HARError) {
    do throws(HARError) {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      guard case .object(let json) = try Self.parse(text, limits) else {
        throw Self.isNoObject
      }
      if let count = json["log"]?["entries"]?.array?.count, count > limits.entries {
        throw HARError(
          at: "log.entries",
          "has \(count) entries, more than \(limits.entries); split the file or raise the limit")
      }
      try HARMember.required("log", .part(HARLog.self)).check(json)
      try Self.admit(json["log"]?["version"]?.string)
      self.name = name
      self.json = json
    } catch {
      throw error.named(name)
    }
  }

  /// Refuses a major version of the format that did not exist when this was written.
  private static func admit(_ version: String?) throws(HARError) {
    guard let version, let major = version.split(separator: ".").first.flatMap({ Int($0) }),
      major > 1
    else { return }
    throw HARError(
      at: "log.version",
      "is \(HARError.quote(version)), and versions up to 1.2 are read; save the recording as HAR 1.2, "
        + "or update Ghostlight")
  }

  static let isNoObject = HARError(
    at: "1:1", "is no HAR; a HAR file is an object with the member log")

  static func parse(_ bytes: [UInt8], _ limits: HARLimits) throws(HARError) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: limits.json)
    } catch  where error.reason == .loneSurrogate {
      return HARSurrogates.encodeBodies(try parseRepaired(bytes, limits))
    } catch {
      throw problem(error, in: bytes, limits)
    }
  }

  /// Parses a single entry of a file.
  static func parseEntry(_ bytes: [UInt8], _ limits: HARLimits) throws(HARError) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: limits.json)
    } catch  where error.reason == .loneSurrogate {
      return HARSurrogates.encode(try parseRepaired(bytes, limits))
    } catch {
      throw problem(error, in: bytes, limits)
    }
  }

  /// Parses a file of a tool that writes halves of surrogate pairs as text.
  private static func parseRepaired(
    _ bytes: [UInt8], _ limits: HARLimits
  ) throws(HARError) -> JSON {
    let repaired = HARSurrogates.repair(bytes)
    do throws(JSONError) {
      return try JSON.parse(repaired, limits: limits.json)
    } catch {
      throw problem(error, in: repaired, limits)
    }
  }

  private static func problem(
    _ error: JSONError, in bytes: [UInt8], _ limits: HARLimits
  ) -> HARError {
    let message =
      switch error.reason {
      case .tooLong:
        "the file has \(bytes.count) bytes, more than \(limits.json.bytes); "
          + "split it or raise the limit"
      case .tooDeep: "is nested deeper than \(limits.json.depth) levels; such a file is no HAR"
      case .unexpectedEnd where bytes.isEmpty: "the file is empty; record it again"
      case .unexpectedEnd: "the file ends in the middle; record it again or restore the rest"
      default: "is no JSON: \(error.reason.rawValue); correct it or record the file again"
      }
    return HARError(at: place(of: error.offset, in: bytes), message)
  }

  /// Returns line and column of a byte, both from 1; the column counts bytes.
  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    var line = 1
    var start = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
    }
    return "\(line):\(min(offset, bytes.count) - start + 1)"
  }
}

extension HARDocument {
  /// Appends the pages and entries of another document.
  ///
  /// Other members of this document stay; those of the other document are ignored. If the id of a
  /// page is already in use, the page gets a new id, which its entries then name.
  public mutating func append(contentsOf other: HARDocument) {
    var log = self.log
    var pages = log.pages
    var taken = Set(pages.compactMap(\.id))
    var renamed: [String: String] = [:]
    for var page in other.log.pages {
      if let id = page.id {
        let free = Self.free(id, taken)
        if free != id { renamed[id] = free }
        page.id = free
        taken.insert(free)
      }
      pages.append(page)
    }
    if !pages.isEmpty { log.pages = pages }
    log.entries += other.log.entries.map { entry in
      guard let page = entry.pageref.flatMap({ renamed[$0] }) else { return entry }
      var entry = entry
      entry.pageref = page
      return entry
    }
    self.log = log
  }

  private static func free(_ id: String, _ taken: Set<String>) -> String {
    guard taken.contains(id) else { return id }
    var number = 2
    while taken.contains("\(id)-\(number)") { number += 1 }
    return "\(id)-\(number)"
  }
}

extension HARDocument {
  /// The parts of the document that a replay cannot show, in the order of the entries.
  public var warnings: [HARWarning] {
    var warnings: [HARWarning] = []
    for (index, entry) in log.entries.enumerated() {
      let line = "\(entry.request.method) \(HARError.shorten(entry.request.url))"
      if let reason = entry.omission {
        warnings.append(HARWarning(entry: index + 1, message: "\(line): left out, \(reason)"))
        continue
      }
      for body in entry.missingBodies {
        warnings.append(HARWarning(entry: index + 1, message: "\(line): \(body)"))
      }
    }
    return warnings
  }
}

/// Limits for the size of a HAR file that is read.
///
/// They protect a reader from files that would need too much memory. Pass them to ``HARDocument``
/// or ``HAREntryReader``; a file that exceeds one is refused with a ``HARError``.
public struct HARLimits: Sendable, Hashable {
  /// The limits for files of this machine: 256 MiB, 200,000 entries, and the deepest nesting.
  public static let standard = HARLimits()

  /// The maximum number of entries of a file.
  public let entries: Int
  /// The maximum depth of nested values, and the maximum number of bytes.
  public let json: JSONLimits

  /// Creates limits.
  public init(bytes: Int = 256 << 20, entries: Int = 200_000, depth: Int = JSONLimits.deepest) {
    self.entries = entries
    json = JSONLimits(depth: depth, bytes: bytes)
  }
}

/// Something in a HAR file that a replay cannot show.
///
/// ``HARDocument/warnings`` lists them: entries that are left out, such as WebSockets and failed
/// requests, and bodies that the tool did not save. They are no reason to refuse the file. Print
/// them for the person who recorded it.
public struct HARWarning: Sendable, Hashable {
  /// The number of the entry, from 1.
  public let entry: Int
  /// The method and URL of the entry's request, and the problem.
  public let message: String
}

extension HARWarning: CustomStringConvertible {
  /// One line: `entry 12: GET http://127.0.0.1:4401/: left out, it failed`.
  public var description: String { "entry \(entry): \(message)" }
}

extension Recording {
  /// Creates a recording from the entries of a document.
  ///
  /// Entries that a replay cannot show are left out; ``HARDocument/warnings`` lists them. Files of
  /// Ghostlight keep their order, because its clocks may be set back. The entries of other tools
  /// are sorted by the time at which they began.
  ///
  /// - Throws: ``HARError`` for an invalid time, URL, body or header field.
  public init(_ document: HARDocument) throws(HARError) {
    let log = document.log
    var exchanges: [RecordedExchange] = []
    var decoder = ContentDecoder()
    for (index, entry) in log.entries.enumerated() where entry.omission == nil {
      do throws(HARError) {
        exchanges.append(try entry.exchange(with: &decoder))
      } catch {
        throw error.inside("entries[\(index)]").inside("log").named(document.name)
      }
    }
    if log.creator?.name != HARCreator.ghostlight.name { exchanges = Self.sorted(exchanges) }
    self.init(exchanges, comment: log.comment)
  }

  /// Returns the exchanges sorted by time; those of the same millisecond keep their order.
  private static func sorted(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    exchanges.indices.sorted { left, right in
      let times = (exchanges[left].startedMilliseconds, exchanges[right].startedMilliseconds)
      return times.0 == times.1 ? left < right : times.0 < times.1
    }
    .map { exchanges[$0] }
  }
}
