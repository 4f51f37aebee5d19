import HTTPTypes

extension HTTPFields {
  /// Creates header fields from lines such as `Accept: */*`, in the same order.
  init(lines: String...) {
    self.init()
    for line in lines {
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      if parts.count == 2, let name = HTTPField.Name(parts[0]) {
        append(HTTPField(name: name, value: parts[1]))
      }
    }
  }

  /// The fields as lines such as `Accept: */*`, in order and with the original spelling of names.
  var lines: [String] { map { "\($0.name.rawName): \($0.value)" } }
}
