import GhostlightCore
import GhostlightEmulation

extension MiaBackend {
  /// Puts in what the member `baas3` of a configuration describes: `items`, an object of arrays by
  /// collection; `files`, as `file exists` takes them; `access`, an object of access objects.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  mutating func seedBaaS3(
    _ reader: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationProblem) {
    try reader.allowOnly("items", "files", "access")
    for name in try reader["items"]?.object().keys ?? [] {
      for item in try reader["items"]?[name]?.elements() ?? [] {
        try seed(
          "item exists", ["collection": .string(name), "item": item.value], item, &moment)
      }
    }
    for file in try reader["files"]?.elements() ?? [] {
      try seed("file exists", try file.object(), file, &moment)
    }
    for name in try reader["access"]?.object().keys ?? [] {
      guard let rules = reader["access"]?[name] else { continue }
      try seed(
        "access rules exist", ["collection": .string(name), "access": rules.value], rules, &moment)
    }
  }
}
