/// Names that Swift takes and Objective-C does not.
enum ObjectiveCNames {
  /// - Throws: ``GeneratorProblem``, for the first of them.
  static func check(_ plan: ModelPlan) throws(GeneratorProblem) {
    for model in plan.classes {
      for property in model.properties {
        guard let reason = reason(against: property.name) else { continue }
        throw .configuration(
          "the property \(property.name) of \(model.name) \(reason), which Objective-C does not "
            + "take; rename the field \(property.field) or exclude the model")
      }
    }
  }

  private static func reason(against name: String) -> String? {
    if ReservedNames.objectiveC.contains(name) { return "is a word of C" }
    // A getter named so is taken to hand over what it returns, or to make it.
    for family in ["alloc", "copy", "mutableCopy", "init"] where name.hasPrefix(family) {
      let next = name.dropFirst(family.count).first
      if next?.isLowercase != true { return "begins with \(family)" }
    }
    return nil
  }
}
