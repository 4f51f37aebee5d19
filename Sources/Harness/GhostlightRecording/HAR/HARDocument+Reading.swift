import GhostlightCore

extension HARDocument {
  /// Reads a file, and checks all that a recording depends on.
  ///
  /// A byte order mark is skipped. Members that no recording needs may be anything.
  ///
  /// - Throws: ``HARProblem`` for what is no JSON, no HAR, or beyond the limits.
  public init(
    reading bytes: [UInt8], named name: String, limits: HARLimits = .standard
  ) throws(HARProblem) {
    do throws(HARProblem) {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      guard case .object(let json) = try Self.parse(text, limits) else {
        throw HARProblem(at: "1:1", "is no HAR; a HAR file is an object with the member log")
      }
      if let count = json["log"]?["entries"]?.array?.count, count > limits.entries {
        throw HARProblem(
          at: "log.entries",
          "has \(count) entries, more than \(limits.entries); split the file or raise the limit")
      }
      try HARMember.required("log", .part(HARLog.self)).check(json)
      self.name = name
      self.json = json
    } catch {
      throw error.named(name)
    }
  }

  private static func parse(_ bytes: [UInt8], _ limits: HARLimits) throws(HARProblem) -> JSON {
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: limits.json)
    } catch  where error.reason == .loneSurrogate {
      return try parseRepaired(bytes, limits)
    } catch {
      throw problem(error, in: bytes, limits)
    }
  }

  /// Reads what a tool wrote that takes halves of surrogate pairs for text.
  private static func parseRepaired(
    _ bytes: [UInt8], _ limits: HARLimits
  ) throws(HARProblem) -> JSON {
    let repaired = HARSurrogates.repair(bytes)
    do throws(JSONError) {
      return HARSurrogates.encodeBodies(try JSON.parse(repaired, limits: limits.json))
    } catch {
      throw problem(error, in: repaired, limits)
    }
  }

  private static func problem(
    _ error: JSONError, in bytes: [UInt8], _ limits: HARLimits
  ) -> HARProblem {
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
    return HARProblem(at: place(of: error.offset, in: bytes), message)
  }

  /// Line and column of a byte, both from 1, the column in bytes.
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
