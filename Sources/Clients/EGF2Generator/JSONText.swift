import GhostlightCore

/// The bytes of one of the two files, to be read.
struct JSONText {
  let bytes: [UInt8]
  let file: String

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  func object() throws(GeneratorError) -> JSONObject {
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(bytes)
    } catch {
      throw GeneratorError(
        file, "\(file) is not valid: \(error.reason.rawValue) at \(place(error.offset))")
    }
    guard let object = json.object else {
      throw GeneratorError(file, "\(file) is not valid: it must hold one JSON object")
    }
    return object
  }

  /// Counted from one, columns in bytes, as editors have it.
  private func place(_ offset: Int) -> String {
    let newline = UInt8(ascii: "\n")
    let lines = bytes.prefix(offset)
      .split(separator: newline, omittingEmptySubsequences: false)
    return "line \(max(lines.count, 1)), column \((lines.last?.count ?? 0) + 1)"
  }
}

extension JSON {
  /// The elements of an array of strings; `nil` where this is none.
  var texts: [String]? {
    let texts = array?.compactMap(\.string)
    return texts?.count == array?.count ? texts : .none
  }
}
