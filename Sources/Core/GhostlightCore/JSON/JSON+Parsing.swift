extension JSON {
  /// Reads one value of RFC 8259, with whitespace around it and nothing else.
  ///
  /// Members keep their order. Of equal names the last value wins, at the place of the first. A
  /// number becomes an integer or a double only where printing gives its digits back.
  ///
  /// - Throws: the first thing wrong and its byte; a lone surrogate and a byte order mark are wrong.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    guard bytes.count <= limits.bytes else { throw JSONError(.tooLong, at: limits.bytes) }
    return try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> JSON in
      guard let base = buffer.baseAddress, !buffer.isEmpty else {
        throw JSONError(.unexpectedEnd, at: 0)
      }
      var parser = JSONParser(base: base, count: buffer.count, depth: limits.depth)
      return try parser.document()
    }
  }

  /// Reads one value of RFC 8259 from text; offsets of errors count its UTF-8 bytes.
  ///
  /// - Throws: the first thing wrong and its byte.
  public static func parse(
    _ text: String, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    try parse(Array(text.utf8), limits: limits)
  }
}
