public import GhostlightCore

/// A HAR file: the log, and any members that a tool added next to it.
///
/// Read a file of a browser, a proxy or Ghostlight with ``init(reading:named:limits:)``, and
/// convert it to exchanges with ``Recording/init(_:)``. To write a recording, create a document
/// from it and use ``bytes``. A document keeps members that the package does not know, with their
/// order and their digits. Only white space and the escaping of characters may differ in a file
/// that is read and written again. The whole file is in memory; ``HAREntryReader`` reads a large
/// file entry by entry.
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
  /// The file's name as messages show it.
  public var name: String
  /// All members of the file's top-level object.
  public var json: JSONObject

  /// The file's log; an empty log if the file has none.
  public var log: HARLog {
    get { HARLog(json: json["log"]?.object ?? [:]) }
    set { json["log"] = .object(newValue.json) }
  }

  /// Creates a document whose only member is the log.
  public init(_ log: HARLog, named name: String = "recording") {
    self.name = name
    json = ["log": .object(log.json)]
  }

  /// Creates a document with the exchanges and the comment of a recording.
  public init(_ recording: Recording, creator: HARCreator = .ghostlight) {
    self.init(
      HARLog(recording.exchanges.map(HAREntry.init), creator: creator, comment: recording.comment))
  }

  /// The document as the contents of a file: indented by two spaces a level, ending with a newline.
  ///
  /// Equal documents have equal bytes.
  public var bytes: [UInt8] {
    Array((JSON.object(json).text(pretty: true) + "\n").utf8)
  }
}

extension HARDocument {
  /// Parses a HAR file, which may be compressed or in a ZIP archive.
  ///
  /// A byte order mark is skipped. The entries may have any members: ``warnings`` lists those that a
  /// replay leaves out. Playwright writes `.har.zip` archives, whose entries name other files of the
  /// archive as their bodies.
  ///
  /// - Throws: ``HARError`` if the file is not JSON, not HAR, or exceeds the limits.
  public init(
    reading bytes: [UInt8], named name: String, limits: HARLimits = .standard
  ) throws(HARError) {
    try self.init(reading: bytes, named: name, limits: limits, in: nil)
  }

  /// Parses a HAR file whose entries may name files in `folder` as their bodies.
  package init(
    reading bytes: [UInt8], named name: String, limits: HARLimits = .standard, in folder: HARFolder?
  ) throws(HARError) {
    do throws(HARError) {
      var container = try HARContainer(bytes, in: folder, limits)
      let document = try Self.parse(container.har, limits)
      if let error = ForeignFile.error(of: document) { throw error }
      guard case .object(var json) = document else { throw Self.isNoObject }
      if let count = json["log"]?["entries"]?.array?.count, count > limits.entries {
        throw HARError(
          at: "log.entries",
          "has \(count) entries, more than \(limits.entries); split the file or raise the limit")
      }
      try HARMember.required("log", .part(HARLog.self)).check(json)
      try Self.admit(json["log"]?["version"]?.string)
      container.bodies.embed(inDocument: &json)
      self.name = name
      self.json = json
    } catch {
      throw error.named(name)
    }
  }

  /// Returns whether a file is compressed or an archive, judged by its first bytes.
  package static func isPacked(_ bytes: [UInt8]) -> Bool { HARContainer.isPacked(bytes) }

  /// Rejects a major version of HAR that is newer than 1.
  private static func admit(_ version: String?) throws(HARError) {
    guard let version, let major = version.split(separator: ".").first.flatMap({ Int($0) }),
      major > 1
    else { return }
    throw HARError(
      at: "log.version",
      "is \(HARError.quote(version)), but Ghostlight reads versions up to 1.2; save the recording as "
        + "HAR 1.2, or update Ghostlight")
  }

  static let isNoObject = HARError(
    at: "1:1", "is not HAR; a HAR file is a JSON object with the member log")

  static func parse(_ bytes: [UInt8], _ limits: HARLimits) throws(HARError) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: limits.json)
    } catch  where error.reason == .loneSurrogate {
      return HARSurrogates.encodeBodies(try parseRepaired(bytes, limits))
    } catch {
      throw problem(error, in: bytes, limits)
    }
  }

  /// Parses the JSON of a single entry.
  static func parseEntry(_ bytes: [UInt8], _ limits: HARLimits) throws(HARError) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: limits.json)
    } catch  where error.reason == .loneSurrogate {
      return HARSurrogates.encode(try parseRepaired(bytes, limits))
    } catch {
      throw problem(error, in: bytes, limits)
    }
  }

  /// Parses JSON with lone surrogates, which some tools write, after replacing them.
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
    let diagnosis = JSONDiagnosis(of: error, in: bytes)
    let message =
      switch error.reason {
      case .tooLong:
        "the file has \(bytes.count) bytes, more than \(limits.json.bytes); "
          + "split it or raise the limit"
      case .tooDeep: "is nested deeper than \(limits.json.depth) levels; check that the file is HAR"
      case .unexpectedEnd where bytes.isEmpty: "the file is empty; record it again"
      case .unexpectedEnd: "the file is incomplete; record it again or restore the rest"
      default: diagnosis.problem
      }
    return HARError(at: "\(diagnosis.line):\(diagnosis.column)", message)
  }
}

extension HARDocument {
  /// Appends the pages and entries of another document.
  ///
  /// This document keeps its other members; those of the other document are ignored. If a page's id
  /// is already in use, the page gets a new id, and its entries refer to the new one.
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
  /// Warnings for all entries and bodies that a replay cannot show, in the order of the entries.
  public var warnings: [HARWarning] { contents.warnings }
}

/// Limits on the size of a HAR file.
///
/// They protect a program from files that would need too much memory. Pass them to ``HARDocument``
/// or ``HAREntryReader``, which reject a file that exceeds a limit with a ``HARError``.
public struct HARLimits: Sendable, Hashable {
  /// The limits for local files: 256 MiB, 200,000 entries, and the maximum nesting depth.
  public static let standard = HARLimits()

  /// The maximum number of entries.
  public let entries: Int
  /// The maximum nesting depth, and the maximum size in bytes.
  public let json: JSONLimits

  /// Creates limits: a size in bytes, a number of entries, and a nesting depth.
  public init(bytes: Int = 256 << 20, entries: Int = 200_000, depth: Int = JSONLimits.deepest) {
    self.entries = entries
    json = JSONLimits(depth: depth, bytes: bytes)
  }
}

/// An entry, field or body of a HAR file that a replay cannot show.
///
/// ``HARDocument/warnings`` lists entries that are left out, such as WebSockets, failed requests and
/// entries that are not valid. It also lists bodies that the tool did not save. The rest of the file can still be replayed.
/// Print the warnings for the person who recorded the file.
public struct HARWarning: Sendable, Hashable {
  /// The position of the entry in the log, from 1.
  public let entry: Int
  /// The method and URL of the entry's request, and the problem.
  public let message: String
}

extension HARWarning: CustomStringConvertible {
  /// One line: `entry 12: GET http://127.0.0.1:4401/: left out, because it failed`.
  public var description: String { "entry \(entry): \(message)" }
}

extension Recording {
  /// Creates a recording from the entries of a document.
  ///
  /// Entries that a replay cannot show are left out; ``HARDocument/warnings`` lists them. Entries
  /// that Ghostlight wrote keep their order, because its clocks may be set back. The entries of
  /// other tools are sorted by their start time.
  ///
  /// - Throws: ``HARError`` if the document does not have a list of entries.
  public init(_ document: HARDocument) throws(HARError) {
    do throws(HARError) {
      try HARMember.required("log", .part(HARLog.self)).check(document.json)
    } catch {
      throw error.named(document.name)
    }
    self.init(document, document.contents)
  }

  /// Creates a recording from a document whose entries were already read.
  package init(_ document: HARDocument, _ contents: HARContents) {
    let log = document.log
    var exchanges = contents.exchanges.map(\.exchange)
    if log.creator?.name != HARCreator.ghostlight.name { exchanges = Self.sorted(exchanges) }
    self.init(exchanges, comment: log.comment)
  }

  /// Returns the exchanges sorted by start time; those of the same millisecond keep their order.
  private static func sorted(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    exchanges.indices.sorted { left, right in
      let times = (exchanges[left].startedMilliseconds, exchanges[right].startedMilliseconds)
      return times.0 == times.1 ? left < right : times.0 < times.1
    }
    .map { exchanges[$0] }
  }
}
