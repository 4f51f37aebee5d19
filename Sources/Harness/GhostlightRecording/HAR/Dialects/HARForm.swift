import GhostlightCore

/// The body of a form, of its fields alone.
enum HARForm {
  /// The fields as `multipart/form-data` where the media type names a boundary, else as URL encoding.
  ///
  /// Answers `nil` where there are no fields.
  static func bytes(_ fields: [HARParameter], type: String) -> [UInt8]? {
    guard !fields.isEmpty else { return nil }
    guard let boundary = boundary(type) else {
      return FormURLEncoding.encode(fields.map { FormField($0.name, $0.value ?? "") })
    }
    var text = ""
    for field in fields {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\""
      if let file = field.fileName { text += "; filename=\"\(file)\"" }
      text += "\r\n"
      if let type = field.contentType { text += "Content-Type: \(type)\r\n" }
      text += "\r\n\(field.value ?? "")\r\n"
    }
    return Array((text + "--\(boundary)--\r\n").utf8)
  }

  private static func boundary(_ type: String) -> String? {
    guard type.lowercased().hasPrefix("multipart/") else { return nil }
    for parameter in type.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == "boundary" else {
        continue
      }
      let value = pair[1].drop { $0 == " " }
      return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
