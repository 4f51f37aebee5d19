/// The names that a place in a query sees.
struct SQLScope {
  /// Aliases with their slots; later ones hide earlier ones.
  var aliases: [(name: String, slot: Int)] = []
  /// Whether a first source may name the collection as it likes.
  var seesCollection = true

  func slot(of name: String) -> Int? { aliases.last { $0.name == name }?.slot }
}
