import GhostlightCore

/// The bytes of a HAR file, which may be compressed or in an archive, and the bodies next to it.
///
/// mitmproxy compresses files with the suffix `.zhar`. Playwright packs files with the suffix `.zip`:
/// they have `har.har`, and a file for each body.
///
/// - Source: mitmproxy `addons/savehar.py`, `done`; Playwright `server/har/harRecorder.ts`.
struct HARContainer {
  /// The JSON of the HAR file, without a byte order mark.
  let har: [UInt8]
  var bodies: HARBodies

  /// Finds the HAR file in `bytes`; the files of bodies are in the same archive, or in `folder`.
  ///
  /// - Throws: ``HARError`` if the bytes are damaged, are those of another format, or exceed a limit.
  init(_ bytes: [UInt8], in folder: HARFolder?, _ limits: HARLimits) throws(HARError) {
    let limit = limits.json.bytes
    bodies = HARBodies(in: folder, limit: limit)
    var har = bytes
    if Self.isArchive(bytes) {
      let archive = try Self.archive(bytes)
      bodies = HARBodies(in: archive, limit: limit)
      guard let entry = Self.har(in: archive) else { throw ForeignFile.error(of: archive) }
      har = try Self.unpack(entry, limit)
    } else if let format = Self.compression(of: bytes) {
      har = try Self.inflate(bytes, format, limit)
    } else if let error = ForeignFile.error(of: bytes) {
      throw error
    }
    self.har = har.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(har.dropFirst(3)) : har
  }

  /// Returns whether a file must be unpacked before it can be read as JSON.
  static func isPacked(_ bytes: [UInt8]) -> Bool {
    isArchive(bytes) || compression(of: bytes) != nil
  }

  private static func isArchive(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
  }

  private static func compression(of bytes: [UInt8]) -> Inflater.Format? {
    if bytes.starts(with: [0x1F, 0x8B]) { return .gzip }
    guard bytes.count > 1, bytes[0] == 0x78 else { return nil }
    return (0x7800 | Int(bytes[1])).isMultiple(of: 31) ? .zlib : nil
  }

  private static func archive(_ bytes: [UInt8]) throws(HARError) -> ZIPArchive {
    do throws(ZIPError) {
      return try ZIPArchive(bytes)
    } catch {
      throw HARError(at: "", "\(error.problem); unpack it, and give the HAR file in it")
    }
  }

  /// Returns `har.har`, or the only HAR file of the archive.
  private static func har(in archive: ZIPArchive) -> ZIPArchive.Entry? {
    let all = archive.entries.filter { $0.name.hasSuffix(".har") }
    return all.first { $0.name == "har.har" } ?? (all.count == 1 ? all[0] : nil)
  }

  private static func unpack(_ entry: ZIPArchive.Entry, _ limit: Int) throws(HARError) -> [UInt8] {
    guard entry.byteCount <= limit else {
      throw HARError(
        at: "",
        "the file has \(entry.byteCount) bytes, more than \(limit); split it or raise the limit")
    }
    guard let bytes = entry.bytes else {
      throw HARError(
        at: "", "\(HARError.shorten(entry.name)) is damaged in the archive; record it again")
    }
    return bytes
  }

  private static func inflate(
    _ bytes: [UInt8], _ format: Inflater.Format, _ limit: Int
  ) throws(HARError) -> [UInt8] {
    do throws(InflateError) {
      return try Inflater.inflate(bytes[...], format, limit: limit)
    } catch {
      if case .tooLong = error {
        throw HARError(at: "", "unpacks to more than \(limit) bytes; split it or raise the limit")
      }
      throw HARError(at: "", "its compressed data is damaged; record it again")
    }
  }
}

/// The files that have bodies of a HAR file, and are named by the member `_file` of these bodies.
///
/// - Source: Playwright `server/har/harTracer.ts`, `_storeResponseContent` and `_postDataForBuffer`.
struct HARBodies {
  private var files: [String: ZIPArchive.Entry] = [:]
  private var folder: HARFolder?
  /// The number of bytes that all bodies may still have together.
  private var rest: Int

  init(in folder: HARFolder?, limit: Int) { (self.folder, rest) = (folder, limit) }

  /// Creates the bodies of an archive; of files with the same name, the first one counts.
  init(in archive: ZIPArchive, limit: Int) {
    rest = limit
    files = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Writes the bodies that the entries of a document name into these entries.
  ///
  /// An entry whose file is missing, too large or outside of the folder is unchanged.
  mutating func embed(inDocument document: inout JSONObject) {
    guard !files.isEmpty || folder != nil, case .object(var log)? = document["log"],
      case .array(let entries)? = log["entries"], entries.contains(where: Self.namesFile)
    else { return }
    var all: [JSON] = []
    for entry in entries { all.append(embedding(in: entry)) }
    log["entries"] = .array(all)
    document["log"] = .object(log)
  }

  /// Returns an entry with the bodies that it names.
  mutating func embedding(in entry: JSON) -> JSON {
    guard Self.namesFile(entry), case .object(var json) = entry else { return entry }
    for (side, body, encodingKey) in Self.places {
      guard case .object(var part)? = json[side], case .object(var content)? = part[body],
        let name = content["_file"]?.string, content["text"]?.string ?? "" == "",
        let bytes = bytes(of: name)
      else { continue }
      if bytes.allSatisfy({ $0 < 0x80 }) {
        HARBody.write(bytes, into: &content, encodingKey: encodingKey)
      } else {
        // As text, its characters could be taken for those of another encoding.
        content["text"] = .string(Base64Text.encode(bytes))
        content[encodingKey] = "base64"
      }
      part[body] = .object(content)
      json[side] = .object(part)
    }
    return .object(json)
  }

  private static let places = [
    ("request", "postData", "_encoding"), ("response", "content", "encoding"),
  ]

  private static func namesFile(_ entry: JSON) -> Bool {
    places.contains { entry[$0.0]?[$0.1]?["_file"]?.string != nil }
  }

  private mutating func bytes(of name: String) -> [UInt8]? {
    guard let folder else {
      guard let file = files[name], file.byteCount <= rest else { return nil }
      // A damaged file also costs its size.
      rest -= file.byteCount
      return file.bytes
    }
    let bytes = folder.bytes(of: name, limit: rest)
    rest -= bytes?.count ?? 0
    return bytes
  }
}

extension ZIPArchive.Entry {
  /// The file's uncompressed bytes; `nil` if the file is damaged or its method is unknown.
  fileprivate var bytes: [UInt8]? {
    var bytes: [UInt8] = []
    do throws(ZIPError) {
      try forEachPiece { bytes += $0 }
      return bytes
    } catch {
      return nil
    }
  }
}
