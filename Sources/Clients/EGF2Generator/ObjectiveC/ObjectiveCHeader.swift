import GhostlightGeneration

/// `EGF2.h`: the graph and the interfaces of all models.
///
/// - Source: protocol reference B16.
struct ObjectiveCHeader {
  private let plan: ModelPlan

  init(_ plan: ModelPlan) { self.plan = plan }

  var text: String {
    var source = SourceText()
    source.notice("egf2gen", from: "settings.json and config.json")
    source.line("@import Foundation;")
    source.line("@import EGF2;")
    source.line()
    for model in plan.classes { source.line("@class \(model.name);") }
    source.line()
    source.line("@interface Graph : NSObject")
    source.line()
    source.line("+ (EGF2Graph *)shared;")
    source.line()
    source.line("@end")
    for model in plan.classes {
      source.line()
      interface(model, &source)
    }
    return source.text
  }

  private func interface(_ model: ModelClass, _ source: inout SourceText) {
    let isType = model.role.isType
    source.line("@interface \(model.name) : \(isType ? plan.base : "NSObject")")
    source.line()
    for property in model.properties {
      for declaration in ObjectiveCProperty(property).declarations { source.line(declaration) }
    }
    if !model.properties.isEmpty { source.line() }
    if !isType {
      source.line("- (NSArray <NSString *> *)requiredFields;")
      if model.role == .base { source.line("- (NSArray <NSString *> *)editableFields;") }
      source.line("- (NSDictionary <NSString *, Class> *)listPropertiesInfo;")
      source.line()
    }
    source.line("@end")
  }
}
