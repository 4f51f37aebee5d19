public import GhostlightCore
import HTTPTypes

/// A source of bytes for a ``PartialRecording``, such as a file.
///
/// The recording reads from it at arbitrary offsets for its whole lifetime. The bytes must not
/// change during that time; otherwise exchanges are lost. If bytes cannot be read, return an empty
/// array; the recording then treats this offset as the end of the file.
public protocol PartialSource {
  /// The size of the source, in bytes.
  var byteCount: Int { get }

  /// Returns `count` bytes from an offset on: fewer at the end of the source, none if reading
  /// fails.
  func bytes(at offset: Int, count: Int) -> [UInt8]
}

/// The exchanges that a recorder wrote to a log, even if the recorder crashed.
///
/// Every exchange that was complete can be read back. Exchanges are read from the source when they
/// are requested; only their offsets are kept in memory. The source must not change while the
/// partial recording is in use.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func recover(_ source: some PartialSource) -> Recording? {
///   guard let partial = PartialRecording(reading: source) else { return nil }
///   for lost in partial.incomplete { print(lost.request.target, lost.reason) }
///   return partial.recording
/// }
/// ```
public struct PartialRecording {
  /// An exchange that cannot be restored.
  ///
  /// The exchange was interrupted, or was not complete when the recorder ended.
  /// ``PartialRecording/incomplete`` lists these exchanges, so that a person knows what is missing.
  public struct Incomplete: Sendable, Hashable {
    /// The incomplete exchange's request, without its body.
    public let request: Request
    /// The reason why the exchange is not complete.
    ///
    /// It is the reason that the recorder wrote, or says that the recorder ended before the
    /// exchange did.
    public let reason: String
  }

  private struct Piece {
    let kind: PartialFrame.Kind
    let offset: Int
    let length: Int
  }

  /// The bytes at the start of every partial recording in the newest format.
  public static let signature = heading + Array("\(newestForm)\n".utf8)

  /// The newest version of the format that can be read; recorders write this version.
  public static let newestForm = 1

  private static let heading = Array("GHOSTLIGHT PARTIAL RECORDING ".utf8)

  /// The comment that the recorder was created with; `nil` if there was none.
  public let comment: String?
  /// The number of bytes at the end of the source that are not a complete, valid frame.
  public let tornBytes: Int
  /// The exchanges that cannot be restored, in the order in which they began.
  public let incomplete: [Incomplete]

  private let source: any PartialSource
  private let pieces: [[Piece]]

  /// Finds the exchanges in a source; returns `nil` if the source does not begin with
  /// ``signature``.
  public init?(reading source: any PartialSource) {
    guard source.bytes(at: 0, count: Self.signature.count) == Self.signature else { return nil }
    self.source = source
    var walk = Walk(source, from: Self.signature.count)
    var comment: String?
    var found: [Int: [Piece]] = [:]
    while let (head, offset, payload) = walk.next() {
      if head.kind == .file {
        comment = (try? JSON.parse(payload))?["comment"]?.string
      } else {
        found[head.exchange, default: []].append(
          Piece(kind: head.kind, offset: offset, length: head.length))
      }
    }
    self.comment = comment
    tornBytes = source.byteCount - walk.offset
    let ordered = found.sorted { $0.key < $1.key }.map(\.value)
    pieces = ordered.filter(Self.isComplete)
    incomplete = ordered.filter { !Self.isComplete($0) }.compactMap { pieces in
      guard let first = pieces.first(where: { $0.kind == .request }),
        let request = Self.json(first, source).flatMap(PartialHead.request)
      else { return nil }
      let note = pieces.first { $0.kind == .incomplete }.flatMap { Self.json($0, source) }
      return Incomplete(
        request: request,
        reason: note?["reason"]?.string ?? "the recorder ended before the exchange")
    }
  }

  /// Returns the version of the source's format, from 1; `nil` if no recorder wrote the source.
  public static func form(of source: any PartialSource) -> Int? {
    let line = source.bytes(at: 0, count: heading.count + 10)
    guard line.starts(with: heading) else { return nil }
    let digits = line.dropFirst(heading.count).prefix { $0 != UInt8(ascii: "\n") }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The number of complete exchanges.
  public var count: Int { pieces.count }

  /// Returns the complete exchange at an index; `nil` if the source has changed since it was
  /// scanned.
  ///
  /// Indexes begin at 0 and follow the order in which the exchanges began.
  public func exchange(at position: Int) -> RecordedExchange? {
    let pieces = pieces[position]
    guard let opening = json(.request, pieces), let closing = json(.end, pieces),
      var request = PartialHead.request(opening),
      var response = json(.response, pieces).flatMap(PartialHead.response)
    else { return nil }
    request.body = body(.requestBody, pieces)
    response.body = body(.responseBody, pieces)
    return RecordedExchange(
      request, response,
      startedMilliseconds: opening["started"].flatMap(HARNumber.readInteger).map(Int64.init) ?? 0,
      durationMilliseconds: closing["duration"].flatMap(HARNumber.read) ?? 0,
      notes: closing["notes"]?.object ?? [:])
  }

  /// A recording with all complete exchanges, read into memory.
  public var recording: Recording {
    Recording((0..<count).compactMap { exchange(at: $0) }, comment: comment)
  }

  private static func isComplete(_ pieces: [Piece]) -> Bool {
    [.request, .response, .end].allSatisfy { kind in pieces.contains { $0.kind == kind } }
  }

  private func json(_ kind: PartialFrame.Kind, _ pieces: [Piece]) -> JSON? {
    pieces.first { $0.kind == kind }.flatMap { Self.json($0, source) }
  }

  private static func json(_ piece: Piece, _ source: any PartialSource) -> JSON? {
    try? JSON.parse(source.bytes(at: piece.offset, count: piece.length))
  }

  private func body(_ kind: PartialFrame.Kind, _ pieces: [Piece]) -> [UInt8] {
    pieces.lazy.filter { $0.kind == kind }
      .reduce(into: []) { $0 += source.bytes(at: $1.offset, count: $1.length) }
  }
}

/// Reads the frames of a source one after another, up to the first invalid frame.
private struct Walk {
  /// The number of bytes that are read from the source at a time.
  private static let windowBytes = 2 << 20

  private let source: any PartialSource
  private(set) var offset: Int
  private var window: [UInt8] = []
  private var windowStart = 0

  init(_ source: any PartialSource, from offset: Int) {
    self.source = source
    self.offset = offset
  }

  /// Returns the next frame: its head, its payload's offset, and the payload; `nil` at the end.
  mutating func next() -> (PartialFrame.Head, offset: Int, payload: [UInt8])? {
    guard let head = PartialFrame.Head(bytes(PartialFrame.headBytes)) else { return nil }
    let whole = bytes(PartialFrame.headBytes + head.length)
    guard whole.count == PartialFrame.headBytes + head.length else { return nil }
    var checksum = CRC32()
    checksum.add(whole.dropFirst(8))
    guard checksum.value == head.checksum else { return nil }
    defer { offset += whole.count }
    return (
      head, offset + PartialFrame.headBytes, Array(whole.dropFirst(PartialFrame.headBytes))
    )
  }

  /// Returns `count` bytes at the current offset, or fewer at the end of the source.
  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    if offset < windowStart || offset + count > windowStart + window.count {
      window = source.bytes(at: offset, count: max(count, Self.windowBytes))
      windowStart = offset
    }
    return window[(offset - windowStart)...].prefix(count)
  }
}
