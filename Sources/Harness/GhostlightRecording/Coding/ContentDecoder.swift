import GhostlightCore

/// Decodes bodies with the content codings `gzip` and `deflate`.
///
/// Bodies coded as `br` or `zstd` stay coded. These codings are rare in recordings, because a
/// recorder requests uncoded bodies, and other tools decode the bodies that they save.
///
/// The decoded size is limited, for each body and in total, because a few bytes can expand to
/// gigabytes.
///
/// - Source: RFC 9110, section 8.4.1.
package struct ContentDecoder: Sendable {
  /// The maximum decoded size of one body, in bytes.
  private let limit: Int
  /// The maximum decoded size of all bodies together, in bytes.
  private let total: Int
  /// The part of ``total`` that is not used up yet, in bytes.
  private var budget: Int

  /// Creates a decoder; the default limits are 128 MiB for one body and 512 MiB in total.
  package init(limit: Int = 128 << 20, total: Int = 512 << 20) {
    self.limit = limit
    self.total = total
    budget = total
  }

  /// Decodes a body by removing the codings of its `Content-Encoding` value, the last one first.
  ///
  /// - Throws: ``ContentDecodingError`` for the first coding that cannot be removed.
  package mutating func decode(
    _ body: [UInt8], _ codings: String
  ) throws(ContentDecodingError) -> [UInt8] {
    let names = Self.names(codings)
    guard names.count <= Self.mostCodings else { throw .unknown(codings) }
    var body = body
    for name in names.reversed() {
      do throws(ContentDecodingError) {
        body = try removeCoding(name, from: body)
      } catch {
        guard case .tooLong(_, let most) = error, most < limit else { throw error }
        throw .tooLongTogether(name, limit: total)
      }
      budget -= body.count
    }
    return body
  }

  /// Returns the codings that a `Content-Encoding` value lists, in lower case and without
  /// `identity`.
  package static func names(_ codings: String) -> [String] {
    codings.split(separator: ",")
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  /// The maximum number of codings that are removed from one body; real servers apply fewer.
  private static let mostCodings = 4

  private func removeCoding(
    _ name: String, from body: [UInt8]
  ) throws(ContentDecodingError) -> [UInt8] {
    let limit = min(limit, max(0, budget))
    switch name {
    case "gzip", "x-gzip": return try inflate(body, .gzip, limit, name)
    case "deflate":
      // `deflate` means zlib. Some servers omit the zlib wrapper, and all clients accept such
      // bodies.
      let isWrapped =
        body.count > 1 && body[0] & 0x0F == 8
        && (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
      return try inflate(body, isWrapped ? .zlib : .raw, limit, name)
    case "br", "zstd": throw .unsupported(name)
    default: throw .unknown(name)
    }
  }

  private func inflate(
    _ body: [UInt8], _ format: Inflater.Format, _ limit: Int, _ name: String
  ) throws(ContentDecodingError) -> [UInt8] {
    do throws(InflateError) {
      return try Inflater.inflate(body[...], format, limit: limit)
    } catch {
      switch error {
      case .tooLong: throw .tooLong(name, limit: limit)
      case .damaged, .wrongChecksum: throw .damaged(name)
      case .endsEarly: throw .endsEarly(name)
      }
    }
  }
}

/// The reason why the content coding of a body cannot be removed.
package enum ContentDecodingError: Error, Sendable, Hashable {
  /// The decoder does not know this coding.
  case unknown(String)
  /// The body's bytes are not valid for this coding.
  case damaged(String)
  /// The body ends before the coded data does: the body was cut off, or is a part of a larger one.
  case endsEarly(String)
  /// The decoded body would exceed the limit for one body, in bytes.
  case tooLong(String, limit: Int)
  /// The decoded body would exceed the decoder's limit for all bodies together, in bytes.
  case tooLongTogether(String, limit: Int)
  /// The coding is common, but the decoder does not support it.
  case unsupported(String)
}

extension ContentDecodingError: CustomStringConvertible {
  /// The predicate of a sentence about the body, such as `is coded as gzip, and damaged`.
  package var description: String {
    switch self {
    case .unknown(let name): "is coded as \(HARError.shorten(name)), which is unknown"
    case .damaged(let name): "is coded as \(name), and damaged"
    case .endsEarly(let name): "is coded as \(name), and ends in the middle"
    case .tooLong(let name, let limit):
      "is coded as \(name), and would have more than \(limit) bytes"
    case .tooLongTogether(let name, let limit):
      "is coded as \(name), and would have more than \(limit) bytes with the bodies before it"
    case .unsupported(let name): "is coded as \(name), which Ghostlight does not decode"
    }
  }
}
