import GhostlightCore

/// How the server pages edges.
struct PageSettings {
  /// Objects of a page when the client asks for no number.
  let defaultCount: Int
  /// The most objects that a client may ask for.
  let maximalCount: Int
  /// Whether pages are asked for by object, or else by index.
  let isObjectMode: Bool

  init(_ node: ConfigurationNode?) throws(GeneratorProblem) {
    guard let node else {
      throw .pagination(
        "Pagination section isn't exist. Add graph.pagination with default_count and max_count")
    }
    defaultCount = try Self.count("default_count", in: node)
    maximalCount = try Self.count("max_count", in: node)
    let mode = node["pagination_mode"]?.value ?? "index"
    guard mode == "index" || mode == "object" else {
      throw .pagination(
        #"Check pagination section. \#(node.path).pagination_mode must be "index" or "object""#)
    }
    isObjectMode = mode == "object"
  }

  private static func count(
    _ key: String, in node: ConfigurationNode
  ) throws(GeneratorProblem) -> Int {
    guard let count = node[key]?.value.integer, count > 0, let whole = Int(exactly: count) else {
      throw .pagination(
        "Check pagination section. \(node.path).\(key) must be a whole number above 0")
    }
    return whole
  }
}
