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
    for name in try reader.object().keys {
      var sizes: [ImageSize] = []
      for place in try reader[name]?.elements() ?? [] { sizes.append(try ImageSize(place)) }
      kinds[name] = sizes
    }
    return kinds
  }
}
