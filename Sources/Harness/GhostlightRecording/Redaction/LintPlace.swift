/// Where a lint is in a HAR document.
struct LintPlace {
  /// The way from the root.
  var path = "$"
  /// The number of the entry, once inside one.
  var entry: Int?
  /// The nearest name.
  var name = ""
  /// The list that an element stands in: `headers`, `cookies`, `queryString`, `params`.
  var list = ""

  func member(_ key: String) -> LintPlace {
    var place = self
    let isPlain = !key.isEmpty && key.utf8.allSatisfy(TokenBytes.isWord) && !key.contains(".")
    place.path += isPlain ? "." + key : "[\"\(key)\"]"
    place.name = key
    return place
  }

  func element(_ index: Int) -> LintPlace {
    var place = self
    if path == "$.log.entries" { place.entry = index }
    place.path += "[\(index)]"
    place.list = name
    return place
  }
}
