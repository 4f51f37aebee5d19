/// The classes to be written, in their order, and what the graph has to know.
struct ModelPlan {
  let settings: GeneratorSettings
  let pages: PageSettings
  /// Schemas, the base class, the types; structs that stand in a field follow their owner.
  let classes: [ModelClass]
  /// The name of the base class.
  let base: String

  /// The types' classes by code, sorted.
  var classesByCode: [ClassCode] {
    let codes: [ClassCode] = classes.compactMap {
      guard case .type(_, let code) = $0.role else { return nil }
      return ClassCode(code: code, name: $0.name)
    }
    return codes.sorted { $0.code < $1.code }
  }
}
