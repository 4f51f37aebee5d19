import GhostlightCore
import GhostlightEmulation

extension ImageSize {
  /// The size as objects hold it.
  var json: JSONObject {
    ["height": .integer(Int64(height)), "width": .integer(Int64(width))]
  }

  /// Reads `{"height": n, "width": n}`.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  init(_ reader: ConfigurationReader) throws(ConfigurationProblem) {
    width = Int(try reader.required("width").integer(1...100_000))
    height = Int(try reader.required("height").integer(1...100_000))
  }

  /// Reads the member `kinds`: the sizes of each kind of image.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  static func kinds(
    _ reader: ConfigurationReader
  ) throws(ConfigurationProblem) -> [String: [ImageSize]] {
    var kinds: [String: [ImageSize]] = [:]
    for member in try reader.members() {
      var sizes: [ImageSize] = []
      for place in try member.reader.elements() { sizes.append(try ImageSize(place)) }
      kinds[member.key] = sizes
    }
    return kinds
  }
}
