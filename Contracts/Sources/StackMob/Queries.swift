import GhostlightContracts
import GhostlightCore

/// Promises about query operators on each type, alternatives, and refused conditions.
enum Queries {
  static let pact = Pact.stackMob {
    for row in operators + alternatives { row.interaction }
    large
    refusals
  }

  /// A query and the ids of the people that match it, in creation order.
  private struct Row {
    let description: String
    let query: KeyValuePairs<String, Example>
    let found: [String]
    let evidence: [Evidence]

    init(
      _ description: String, _ query: KeyValuePairs<String, Example>, finds found: [String],
      _ evidence: Evidence...
    ) {
      (self.description, self.query, self.found) = (description, query, found)
      self.evidence = evidence
    }

    var interaction: Interaction {
      Interaction.step(
        "a query for \(description)", [.protocolReference("A10"), .guide("Queries")] + evidence,
        given: People.states, .get("/person", query: query),
        .status(200, json: People.answer(found)), route: "Query", whole: ["$[*]"],
        absentHeaders: ["Content-Range"])
    }
  }

  private static let operators = [
    Row("everybody", [:], finds: People.ids, .decision("D10")),
    Row("an id", ["person_id": "cid"], finds: ["cid"]),
    Row("a text", ["name": "Ben"], finds: ["ben"]),
    Row("a whole number", ["age": "30"], finds: ["ben"]),
    Row("a number with a fraction", ["height": "1.7"], finds: ["ann", "cid"]),
    Row("a truth value", ["member": "true"], finds: ["ann", "cid"]),
    Row("a truth value as a digit", ["member": "0"], finds: ["ben"]),
    Row("an element of an array", ["tags": "blue"], finds: ["ann", "ben"]),
    Row("a related id", ["best": "ben"], finds: ["ann"]),
    Row("one of many related ids", ["friends": "ann"], finds: ["ben"]),
    Row("a date", ["createddate[gte]": "1371040003000"], finds: ["cid", "dee"]),
    Row("nothing that is there", ["age": "99"], finds: []),
    Row("less than", ["age[lt]": "30"], finds: ["ann"], .guide("Predicates")),
    Row("less or equal", ["age[lte]": "30"], finds: ["ann", "ben"], .guide("Predicates")),
    Row("greater than", ["age[gt]": "30"], finds: ["cid"], .guide("Predicates")),
    Row("greater or equal", ["age[gte]": "30"], finds: ["ben", "cid"], .guide("Predicates")),
    Row("a range", ["age[gt]": "25", "age[lt]": "35"], finds: ["ben"]),
    Row("texts by their order", ["name[gt]": "Ben"], finds: ["cid", "dee"]),
    Row(
      "other than a value, which what is missing is", ["age[ne]": "30"],
      finds: ["ann", "cid", "dee"], .decision("D28")),
    Row(
      "other than an element, which none may be", ["tags[ne]": "red"],
      finds: ["ben", "cid", "dee"], .decision("D28")),
    Row("one of a list", ["age[in]": "25,35,99"], finds: ["ann", "cid"], .guide("Predicates")),
    Row("an element in a list", ["tags[in]": "red,green"], finds: ["ann"]),
    Row(
      "none of a list", ["age[nin]": "25,35"], finds: ["ben", "dee"],
      .sdk("StackMobQuery.java"), .decision("D28")),
    Row(
      "null or missing", ["best[null]": "true"], finds: ["ben", "cid", "dee"],
      .suite("StackMobTests.java")),
    Row("neither null nor missing", ["best[null]": "false"], finds: ["ann"]),
    Row("an empty text", ["nick[empty]": "true"], finds: ["ben"], .suite("QueryTests.m")),
    Row(
      "a text that is not empty", ["nick[empty]": "false"], finds: ["cid"], .decision("D29")),
    Row("two things at once", ["height": "1.7", "member": "true"], finds: ["ann", "cid"]),
  ]

  private static let alternatives = [
    Row(
      "either of two things", ["[or1].age": "25", "[or1].name": "Dee"], finds: ["ann", "dee"],
      .documentation("REST API, \"OR\"")),
    Row(
      "either of two groups",
      [
        "[or1].[and1].age[gt]": "25", "[or1].[and1].member": "true", "[or1].[and2].age": "30",
        "[or1].[and2].member": "false",
      ], finds: ["ben", "cid"], .documentation("REST API, \"OR\"")),
    Row(
      "a condition and either of two", ["[or1].age": "25", "[or1].name": "Ben", "height": "1.7"],
      finds: ["ann"]),
    Row(
      "either of two, twice",
      [
        "[or1].age": "25", "[or1].name": "Ben", "[or2].height": "1.85", "[or2].tags": "green",
      ], finds: ["ben"], .suite("StackMobQueryTests.java")),
  ]

  /// Two numbers that are equal as doubles.
  ///
  /// Both fit into 64 bits without a sign, which other verifiers require of provider states.
  private static let numbers = ["a": "18446744073709551614", "b": "18446744073709551615"]

  @InteractionBuilder private static var large: [Interaction] {
    for (condition, found) in [("n", "b"), ("n[lt]", "a"), ("n[ne]", "a"), ("n[in]", "b")] {
      Interaction.step(
        "a number beyond signed 64 bits is compared digit by digit: \(condition)",
        [.protocolReference("A10.2"), .protocolReference("D58"), .decision("by value")],
        given: [.schema("total", ["n": "integer"])]
          + numbers.sorted { $0.key < $1.key }.map { id, digits in
            .object(
              "total",
              [
                "total_id": .string(id),
                "n": .decimal(JSONDecimal(uncheckedDigits: digits)),
              ])
          }, .get("/total", query: ["\(condition)": "18446744073709551615"]),
        .status(200, json: [["total_id": "\(found)"]]), route: "Query")
    }
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "a query on a field that is unknown is refused",
      [.protocolReference("A28"), .suite("SMCoreDataStoreTest.m")],
      given: People.states, .get("/person", query: ["size": "1"]), 400,
      "Field size does not exist in schema person", fault: "query on an unknown field",
      route: "Query")
    Interaction.refusal(
      "a query on a password is refused", [.protocolReference("A28")], given: [.user("jack")],
      .get("/user", query: ["password": "secret"]), 400,
      "Field password does not exist in schema user", fault: "query on an unknown field",
      route: "Query")
    for (field, value, type) in [
      ("age", "old", "integer"), ("age[in]", "1,old", "integer"), ("height", "tall", "float"),
      ("member", "maybe", "boolean"), ("best[null]", "maybe", "boolean"),
      ("age[empty]", "true", "integer"),
    ] {
      Interaction.refusal(
        "a query with \(value) for \(field) is refused", [.protocolReference("A10.2")],
        given: People.states, .get("/person", query: ["\(field)": "\(value)"]), 400,
        "Value for field \(field.prefix { $0 != "[" }) does not match its type \(type)",
        fault: "query value of the wrong type", route: "Query")
    }
    Interaction.refusal(
      "an operator that does not exist is refused", [.protocolReference("A10.1")],
      given: People.states, .get("/person", query: ["age[about]": "30"]), 400, "Bad Request",
      fault: "malformed request", route: "Query")
    Interaction.refusal(
      "alternatives in an order are refused",
      [.protocolReference("A10.3"), .documentation("REST API, \"OR\""), .decision("D8")],
      given: People.states,
      .get(
        "/person", query: ["[or1].age": "25", "[or1].name": "Dee"],
        headers: ["X-StackMob-OrderBy": "age:asc"]),
      400, "OR cannot be combined with an order", fault: "OR with order or near", route: "Query")
    Interaction.refusal(
      "a query of a schema that is unknown is refused",
      [.protocolReference("A28"), .suite("StackMobRequestTests.java")],
      .get("/nix"), 404, "Schema or method nix does not exist",
      fault: "unknown schema or method", route: "Query")
  }
}
