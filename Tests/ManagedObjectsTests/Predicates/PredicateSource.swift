/// The Apple page that documents a row's expected result.
enum PredicateSource: String, CaseIterable, Sendable {
  // Predicate Programming Guide, "Predicate Format String Syntax".
  case parserBasics = "Predicate Format String Syntax, Parser Basics"
  case basicComparisons = "Predicate Format String Syntax, Basic Comparisons"
  case booleanPredicates = "Predicate Format String Syntax, Boolean Value Predicates"
  case compounds = "Predicate Format String Syntax, Basic Compound Predicates"
  case strings = "Predicate Format String Syntax, String Comparisons"
  case aggregates = "Predicate Format String Syntax, Aggregate Operations"
  case identifiers = "Predicate Format String Syntax, Identifiers"
  case literals = "Predicate Format String Syntax, Literals"

  // Predicate Programming Guide, its other chapters.
  case objects = "Creating Predicates, Creating a Predicate Using a Format String"
  case quoting = "Creating Predicates, String Constants, Variables, and Wildcards"
  case booleans = "Creating Predicates, Boolean Values"
  case dynamicNames = "Creating Predicates, Dynamic Property Names"
  case keyPaths = "Using Predicates, Using Predicates with Key-Paths"
  case missingValues = "Using Predicates, Using Null Values"
  case arithmetic = "BNF Definition of Cocoa Predicates"

  // References and other guides.
  case functions = "NSExpression, init(forFunction:arguments:)"
  case subqueries = "NSExpression, init(forSubquery:usingIteratorVariable:predicate:)"
  case operators = "NSComparisonPredicate.Operator, in and contains"
  case options = "NSComparisonPredicate.Options"
  case collectionOperators = "Key-Value Coding Programming Guide, Using Collection Operators"
  case textLengths = "NSString, length"
  case regularExpressions = "ICU User Guide, Regular Expressions"

  /// Apple does not document the expected result.
  case assumption
}
