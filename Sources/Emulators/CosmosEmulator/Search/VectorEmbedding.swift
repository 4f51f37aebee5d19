import GhostlightCore
import GhostlightEmulation

/// The function that compares two vectors (B25).
enum VectorMetric: String, Sendable, Hashable {
  case cosine
  case dotProduct = "dotproduct"
  case euclidean

  /// Creates the function with this name, in any case; `nil` if there is none.
  init?(name: String) { self.init(rawValue: name.lowercased()) }

  /// Whether a greater value means that vectors are more similar.
  var isSimilarity: Bool { self != .euclidean }
}

/// One element of a container's vector embedding policy (B25).
struct VectorEmbedding {
  let name: String
  let path: FieldPath
  let metric: VectorMetric

  static let dataTypes = ["float32", "float16", "int8", "uint8"]
  private static let mostDimensions: Int64 = 4096
  private static let standardDimensions: Int64 = 1536

  init(_ json: JSON) throws(Fault) {
    name = json["path"]?.string ?? ""
    guard let path = SearchPolicy.path(name) else {
      throw SearchPolicy.problem(
        "The Vector Embedding Policy has an invalid Path:\(name). Specify the correct path for vector "
          + "properties of your documents.")
    }
    self.path = path
    let type = json["dataType"] ?? "float32"
    guard Self.dataTypes.contains(type.string?.lowercased() ?? "") else {
      throw SearchPolicy.problem(
        "The Vector Embedding Policy has an invalid DataType:\(type.string ?? type.text())")
    }
    let size = json["dimensions"] ?? .integer(Self.standardDimensions)
    guard let dimensions = size.integer, dimensions > 0 else {
      throw SearchPolicy.problem(
        "The Vector Embedding Policy has Dimensions:\(size.text()) which is not a positive integer")
    }
    guard dimensions <= Self.mostDimensions else {
      throw SearchPolicy.problem(
        "The Vector Embedding Policy has Dimensions:\(dimensions) which is more than the maximum "
          + "supported value \(Self.mostDimensions)")
    }
    let function = json["distanceFunction"] ?? "cosine"
    guard let metric = VectorMetric(name: function.string ?? "") else {
      throw SearchPolicy.problem(
        "The Vector Embedding Policy has an invalid DistanceFunction:"
          + (function.string ?? function.text()))
    }
    self.metric = metric
  }

  /// Returns the number of dimensions of each path of a policy that is valid.
  static func dimensions(in policy: JSON?) -> [FieldPath: Int64] {
    var sizes: [FieldPath: Int64] = [:]
    for element in policy?["vectorEmbeddings"]?.array ?? [] {
      guard let path = SearchPolicy.path(element["path"]?.string ?? "") else { continue }
      sizes[path] = element["dimensions"]?.integer ?? standardDimensions
    }
    return sizes
  }
}

/// One vector index of a container's indexing policy (B25).
///
/// An index changes no result, because each query compares all vectors.
///
/// - Source: Azure/azure-sdk-for-python, tests/test_vector_policy.py; MicrosoftDocs/nosql-query-docs
///   at c1244792, azure/cosmos-db/vector-search.md.
struct VectorIndex {
  private let json: JSON
  private let name: String

  private static let mostFlatDimensions: Int64 = 505
  private static let mostQuantizedBytes: Int64 = 512
  private static let mostShardPaths = 1

  init(_ json: JSON) throws(Fault) {
    self.json = json
    name = json["path"]?.string ?? ""
  }

  /// Checks the index against the numbers of dimensions in the vector embedding policy.
  func check(dimensions sizes: [FieldPath: Int64]) throws(Fault) {
    guard let path = SearchPolicy.path(name), let dimensions = sizes[path] else {
      throw SearchPolicy.problem(
        "The Vector Indexing Policy's path::\(name) not matching in Embedding's path.")
    }
    let type = json["type"]?.string ?? ""
    guard ["flat", "quantizedflat", "diskann"].contains(type.lowercased()) else {
      throw SearchPolicy.problem("The Vector Indexing Policy's Index Type::\(type) is invalid.")
    }
    guard type.lowercased() != "flat" || dimensions <= Self.mostFlatDimensions else {
      throw SearchPolicy.problem(
        "The Vector Indexing Policy's path::\(name) has Dimensions:\(dimensions) which is more than "
          + "the maximum supported value \(Self.mostFlatDimensions) of the Index Type::flat.")
    }
    try check("QuantizationByteSize", 1...max(1, min(dimensions, Self.mostQuantizedBytes)))
    try check("IndexingSearchListSize", 25...500)
    try checkShards()
  }

  private func check(_ parameter: String, _ range: ClosedRange<Int64>) throws(Fault) {
    let member = parameter.prefix(1).lowercased() + parameter.dropFirst()
    guard let value = json[member], value != .null else { return }
    guard let number = value.integer else { throw SearchPolicy.invalid }
    guard range.contains(number) else {
      throw SearchPolicy.problem(
        "The Vector Indexing Policy parameter \(parameter) value :: \(number) is out of range. The "
          + "allowed range is between \(range.lowerBound) and \(range.upperBound).")
    }
  }

  private func checkShards() throws(Fault) {
    let shards = try SearchPolicy.list(json["vectorIndexShardKey"])
    guard shards.count <= Self.mostShardPaths else {
      throw SearchPolicy.problem(
        "The number of shard paths defined in the Vector Indexing Policy: \(shards.count) exceeds the "
          + "maximum: \(Self.mostShardPaths).")
    }
    for shard in shards where SearchPolicy.path(shard.string ?? "") == nil {
      throw SearchPolicy.problem(
        "The Vector Indexing Policy has an invalid Shard Path: \(shard.string ?? shard.text()).")
    }
  }
}
