import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The documents to which a list request or a query applies (B10, B12).
///
/// They are one partition, a range of partition key hashes, or the whole container.
struct DocumentRange {
  private let partition: PartitionKey?
  private let start: String?
  private let end: String?
  /// The hash bounds of the range to which the request is limited.
  let bounds: (min: String, max: String)
  /// The id of the key range in responses; if the documents are in several key ranges, the id of
  /// the first.
  let rangeID: String

  /// All documents of a container, for the statistics of full-text search.
  static let all = DocumentRange()

  private init() {
    (partition, start, end) = (nil, nil, nil)
    bounds = ("", "FF")
    rangeID = "0"
  }

  /// Creates the range from the header fields of a request.
  init(_ request: Request, _ container: Container) throws(Fault) {
    if let header = request.value(of: .msPartitionKey), header != "[]" {
      guard let key = PartitionKey(header: header),
        key.components.count <= container.settings.partitionPaths.count
      else { throw .badKey.filled(["key": header]) }
      partition = key
    } else {
      partition = nil
    }
    // Clients send the hashes of version 1 in lower case, but they are compared in upper case.
    let start = request.value(of: .msStartEPK)?.uppercased()
    let end = request.value(of: .msEndEPK)?.uppercased()
    guard let name = request.value(of: .msRangeID) else {
      (self.start, self.end) = (start, end)
      bounds = ("", "FF")
      rangeID =
        partition.map(container.rangeID)
        ?? String(container.ranges.element(at: start ?? "").id)
      return
    }
    let range = try container.ranges.element(named: name)
    bounds = (range.start, range.end)
    rangeID = String(range.id)
    guard container.ranges.elements.count > 1 else {
      (self.start, self.end) = (start, end)
      return
    }
    self.start = max(start ?? "", range.start)
    self.end = min(end ?? "FF", range.end)
  }

  /// Whether the range is the complete container.
  var isAll: Bool { partition == nil && start == nil && end == nil }

  /// Returns a condition that all documents of the range satisfy, so that an index can be used to
  /// find them.
  func filter(_ container: Container) -> Predicate {
    guard let partition else { return .always }
    var tests: [Predicate] = []
    for (path, value) in zip(container.settings.partitionPaths, partition.components) {
      if let value { tests.append(.field(FieldPath(path), .equals(value))) }
    }
    return .and(tests)
  }

  /// Returns whether a document is in the range.
  func contains(_ document: JSONObject, _ container: Container) -> Bool {
    guard !isAll else { return true }
    let key = PartitionKey(of: document, along: container.settings.partitionPaths)
    if let partition, !partition.isPrefix(of: key) { return false }
    guard start != nil || end != nil else { return true }
    let place = EffectivePartitionKey.text(of: key, by: container.settings.hashing)
    return place >= start ?? "" && (end.map { place < $0 } ?? true)
  }
}

/// Iterates over the unexpired documents of a range in creation order, beginning at a given
/// document.
struct DocumentWalk {
  private let container: Container
  private let range: DocumentRange
  private let moment: Moment
  private let budget: WorkBudget
  /// The documents that an index found; `nil` if no index is used and all documents are visited in
  /// blocks.
  private var found: [FoundDocument]?
  private var position: Int

  private static let block = 256
  private var blockDocuments: [FoundDocument] = []
  private var blockStart = 0

  init(
    _ container: Container, _ range: DocumentRange, filter: Predicate, from number: Int,
    _ moment: Moment, within budget: WorkBudget
  ) throws(Fault) {
    self.container = container
    self.range = range
    self.moment = moment
    self.budget = budget
    let predicate = Predicate.and([range.filter(container), filter])
    if predicate.isAlways {
      position = container.documents.offset { Container.number(of: $0) < number }
    } else {
      let documents = try container.documents.find(Query(predicate), within: budget).documents
      found = documents
      position =
        number == 0
        ? 0 : documents.partitioningIndex { Container.number(of: $0.document) >= number }
    }
  }

  mutating func next() throws(Fault) -> FoundDocument? {
    while let document = try nextCandidate() {
      try budget.spend(range.isAll ? 6 : 16)
      guard range.contains(document.document, container),
        !container.hasExpired(document.document, at: moment)
      else { continue }
      return document
    }
    return nil
  }

  private mutating func nextCandidate() throws(Fault) -> FoundDocument? {
    defer { position += 1 }
    if let found { return position < found.count ? found[position] : nil }
    if position < blockStart || position >= blockStart + blockDocuments.count {
      blockStart = position
      blockDocuments = try container.documents.find(
        Query(offset: position, limit: Self.block), within: budget
      ).documents
    }
    return position - blockStart < blockDocuments.count
      ? blockDocuments[position - blockStart] : nil
  }

  /// Returns all remaining documents.
  mutating func all() throws(Fault) -> [FoundDocument] {
    var documents: [FoundDocument] = []
    while let document = try next() { documents.append(document) }
    return documents
  }
}

extension Container {
  /// Returns the sequence number of the first document whose RID number is at least `number`.
  ///
  /// Documents are in creation order, which is also the order of their RID numbers.
  func sequence(ofNumber number: Int) -> Int {
    let offset = documents.offset { Container.number(of: $0) < number }
    return documents.sequence(at: offset) ?? .max
  }

  /// Returns the RID of the first document with at least this sequence number.
  ///
  /// If there is no such document, it is a RID that comes before all documents.
  func rid(atSequence sequence: Int) -> String {
    var walk = documents.walk(after: sequence - 1)
    let document = walk.next().flatMap { documents[$0.key] }
    return document?["_rid"]?.string ?? rid.document(0).text
  }
}

extension DocumentCollection {
  /// Returns the offset of the first document for which `isBefore` is false.
  ///
  /// The documents must be partitioned: `isBefore` is true for the first ones and false for all
  /// others.
  func offset(_ isBefore: (JSONObject) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let found = documents(from: middle, limit: 1).first
      if found.map({ isBefore($0.document) }) ?? false { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array {
  /// Returns the index of the first element that matches.
  ///
  /// All elements after the first match must match too.
  fileprivate func partitioningIndex(_ matches: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if matches(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A continuation token of a list or query, in a form like that of the service's own tokens (B12).
///
/// Clients must not depend on its contents.
struct Continuation: Sendable, Hashable {
  /// The RID of the next document to return or, if ``keys`` is not `nil`, the RID of the last
  /// returned document.
  var rid: String
  /// The number of the page with which the response contained the token.
  var page: Int
  /// The number of rows on all pages that have been returned so far.
  var rows: Int
  /// The number of rows that earlier pages have already returned for the document ``rid``.
  var skipped = 0
  /// The sort keys of the last row; `nil` if the query has no order.
  var keys: [JSON?]?
  /// A hash of the query's text, which identifies the query; empty for a list request.
  var fingerprint = ""

  /// The token of the first page.
  static let start = Continuation(rid: "", page: 0, rows: 0)

  /// The number of the document with the RID ``rid``; 0 if there is none.
  var number: Int { ResourceID.documentNumber(rid) ?? 0 }

  var text: String {
    var text = "-RID:~\(rid)#RT:\(page)#TRC:\(rows)#SKP:\(skipped)"
    if !fingerprint.isEmpty { text += "#FPC:\(fingerprint)" }
    if let keys {
      let list = JSON.array(keys.map { $0.map { .array([$0]) } ?? .array([]) })
      text += "#KEY:\(Base64.encode(list.bytes))"
    }
    return text
  }

  init(
    rid: String, page: Int, rows: Int, skipped: Int = 0, keys: [JSON?]? = nil
  ) {
    self.rid = rid
    self.page = page
    self.rows = rows
    self.skipped = skipped
    self.keys = keys
  }

  /// Creates a continuation from a token, either alone or in the JSON object that queries use.
  ///
  /// The part `SKP` is optional, because the service's own tokens do not have it.
  init(reading text: String) throws(Fault) {
    var token = text
    if text.hasPrefix("{") || text.hasPrefix("[") {
      guard let json = Self.parse(Array(text.utf8)),
        let inner = (json[0] ?? json)["token"]?.string
      else { throw .badContinuation }
      token = inner
    }
    var parts: [String: String] = [:]
    for part in token.split(separator: "#") {
      guard let colon = part.firstIndex(of: ":") else { throw .badContinuation }
      parts[String(part[..<colon])] = String(part[part.index(after: colon)...])
    }
    guard let rid = parts["-RID"], rid.hasPrefix("~"), let page = parts["RT"].flatMap(Int.init),
      ResourceID(text: String(rid.dropFirst())) != nil,
      let rows = parts["TRC"].flatMap(Int.init), let skipped = Int(parts["SKP"] ?? "0"),
      Self.numbers.contains(page), Self.numbers.contains(rows),
      Self.numbers.contains(skipped)
    else { throw .badContinuation }
    self.init(rid: String(rid.dropFirst()), page: page, rows: rows, skipped: skipped)
    fingerprint = parts["FPC"] ?? ""
    guard let encoded = parts["KEY"] else { return }
    guard let list = Base64.decode(encoded).flatMap(Self.parse)?.array else {
      throw .badContinuation
    }
    keys = list.map { $0[0] }
  }

  /// The allowed numbers in a token: larger than any real token needs, and small enough to add
  /// without overflow.
  private static let numbers = 0...(1 << 53)

  /// Returns the token in a request, or ``start`` if there is none.
  static func read(_ request: Request) throws(Fault) -> Continuation {
    guard let text = request.value(of: .msContinuation), !text.isEmpty else { return .start }
    return try Continuation(reading: text)
  }

  /// Returns the token in a request for documents, or ``start`` if there is no valid token.
  ///
  /// A token of a different query or container is not valid (B12).
  static func read(
    _ request: Request, of container: Container, fingerprint: @autoclosure () -> String = ""
  ) throws(Fault) -> Continuation {
    let found = try read(request)
    let isOwn = ResourceID(text: found.rid)?.bytes.starts(with: container.rid.bytes) ?? false
    return isOwn && found.fingerprint == fingerprint() ? found : .start
  }

  private static func parse(_ bytes: [UInt8]) -> JSON? {
    do throws(JSONError) { return try JSON.parse(bytes) } catch { return nil }
  }
}

/// The maximum number of entries on a page, `x-ms-max-item-count` (B12).
enum PageSize {
  /// The page size that the service chooses if the client sends -1.
  static let dynamic = 1000

  /// Returns the page size in a request, which must be a 32-bit number.
  ///
  /// - Source: decision: a larger number is refused in the same way as a value that is not a
  ///   number.
  static func read(_ request: Request, standard: Int) throws(Fault) -> Int {
    guard let text = request.value(of: .msMaxItems) else { return standard }
    guard let number = Int32(text).map(Int.init), number == -1 || number > 0 else {
      throw .badPageSize.filled(["size": text])
    }
    return number == -1 ? dynamic : number
  }
}
