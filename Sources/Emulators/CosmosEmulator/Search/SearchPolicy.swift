import GhostlightCore
import GhostlightEmulation

/// The paths of a container that contain vectors and texts for search, as its policies define them.
///
/// - Source: protocol reference B25.
struct SearchPolicy: Sendable, Hashable {
  /// The function that compares vectors, by path.
  private(set) var metrics: [FieldPath: VectorMetric] = [:]
  /// The language of the texts, by path.
  private(set) var languages: [FieldPath: String] = [:]
  private(set) var standardLanguage = Self.english

  static let english = "en-us"

  /// Creates the policy of a container that has none.
  init() {}

  /// Reads the policies of a container's definition.
  ///
  /// - Throws: A refusal in the service's words, as far as they are known.
  init(_ definition: JSONObject) throws(Fault) {
    try readVectors(definition["vectorEmbeddingPolicy"])
    try readTexts(definition["fullTextPolicy"])
    let indexing = definition["indexingPolicy"]
    let sizes = VectorEmbedding.dimensions(in: definition["vectorEmbeddingPolicy"])
    var indexed: Set<String> = []
    for index in try Self.list(indexing?["vectorIndexes"]) {
      try VectorIndex(index).check(dimensions: sizes)
      let name = index["path"]?.string ?? ""
      guard indexed.insert(name).inserted else {
        throw Self.problem("The Vector Indexing Policy has the path \(name) twice.")
      }
    }
    for (position, index) in try Self.list(indexing?["fullTextIndexes"]).enumerated() {
      try check(textIndex: index, at: position)
    }
  }

  private mutating func readVectors(_ policy: JSON?) throws(Fault) {
    guard let policy, policy != .null else { return }
    guard case .object = policy else { throw Self.invalid }
    for element in try Self.list(policy["vectorEmbeddings"]) {
      let embedding = try VectorEmbedding(element)
      guard metrics.updateValue(embedding.metric, forKey: embedding.path) == nil else {
        throw Self.problem("The Vector Embedding Policy has the path \(embedding.name) twice.")
      }
    }
  }

  /// The languages of texts; only English texts are stemmed (B25).
  private static let supported = ["en-US", "de-DE", "es-ES", "fr-FR", "it-IT", "pt-PT", "pt-BR"]

  private mutating func readTexts(_ policy: JSON?) throws(Fault) {
    guard let policy, policy != .null else { return }
    guard case .object = policy else { throw Self.invalid }
    standardLanguage = try Self.language(policy["defaultLanguage"]) ?? Self.english
    for element in try Self.list(policy["fullTextPaths"]) {
      let name = element["path"]?.string ?? ""
      guard let path = Self.path(name) else {
        throw Self.problem("The Full Text Policy contains an invalid Path: \(name)")
      }
      languages[path] = try Self.language(element["language"]) ?? standardLanguage
    }
  }

  private static func language(_ json: JSON?) throws(Fault) -> String? {
    guard let json, json != .null else { return nil }
    let name = json.string ?? json.text()
    guard supported.contains(where: { $0.lowercased() == name.lowercased() }) else {
      throw problem(
        "The Full Text Policy contains an unsupported language \(name). Supported languages are: "
          + supported.joined(separator: ", "))
    }
    return name.lowercased()
  }

  private func check(textIndex index: JSON, at position: Int) throws(Fault) {
    guard let name = index["path"]?.string else {
      throw Self.problem("Missing path in full-text index specification at index (\(position))")
    }
    guard let path = Self.path(name) else {
      throw Self.problem(
        "Full-text index specification at index (\(position)) contains invalid path")
    }
    guard languages[path] != nil else {
      throw Self.problem(
        "The path of the Full Text Index \(name) does not match the path specified in the Full Text "
          + "Policy")
    }
  }

  /// Returns the language of the texts at a path of a document.
  func language(at path: [String]?) -> String {
    path.flatMap { languages[FieldPath($0)] } ?? standardLanguage
  }

  /// Returns a path without wildcards, or `nil` if the text is not such a path.
  static func path(_ text: String) -> FieldPath? {
    guard let names = ContainerSettings.names(text),
      names.allSatisfy({ !$0.isEmpty && $0 != "*" && $0 != "[]" && $0 != "?" })
    else { return nil }
    return FieldPath(names)
  }

  static func problem(_ text: String) -> Fault { .badPolicy.filled(["problem": text]) }

  static let invalid = problem("One of the specified inputs is invalid")

  /// Returns the elements of an optional array.
  static func list(_ json: JSON?) throws(Fault) -> [JSON] {
    guard let json, json != .null else { return [] }
    guard let elements = json.array else { throw invalid }
    return elements
  }
}

extension SearchPolicy {
  /// Rejects a change of the settings of a path; paths can be added and removed.
  ///
  /// - Source: Azure/azure-sdk-for-python, tests/test_vector_policy.py; MicrosoftDocs/nosql-query-docs
  ///   at c1244792, azure/cosmos-db/vector-search.md.
  static func checkChange(from old: JSONObject, to new: JSONObject) throws(Fault) {
    func isChanged(_ old: JSON?, _ new: JSON?) -> Bool {
      var elements: [String: JSON] = [:]
      for element in new?.array ?? [] { elements[element["path"]?.string ?? ""] = element }
      return (old?.array ?? []).contains { element in
        elements[element["path"]?.string ?? ""].map { $0 != element } ?? false
      }
    }
    let indexes = (old["indexingPolicy"]?["vectorIndexes"], new["indexingPolicy"]?["vectorIndexes"])
    guard !isChanged(indexes.0, indexes.1) else {
      throw problem(
        "Paths in existing vector indexing policy cannot be modified in Collection Replace")
    }
    let policies = (old["vectorEmbeddingPolicy"], new["vectorEmbeddingPolicy"])
    guard !isChanged(policies.0?["vectorEmbeddings"], policies.1?["vectorEmbeddings"]) else {
      throw problem("Paths in existing embedding policy cannot be modified in Collection Replace")
    }
  }
}
