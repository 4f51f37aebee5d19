import HTTPTypes

extension HTTPFields {
  /// What the comma-separated lists of a field name, in lower case and without blanks around.
  ///
  /// - Source: RFC 9110, section 5.6.1.
  func tokens(of name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { $0.split(separator: ",") }.map { $0.trimmed.lowercased() }
  }
}

extension Substring {
  /// Without spaces and tabs around it.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
