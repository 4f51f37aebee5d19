import GhostlightGeneration

/// `EGF2.m`: what the interfaces of `EGF2.h` do.
///
/// - Source: protocol reference B16.
struct ObjectiveCImplementation {
  private let plan: ModelPlan

  init(_ plan: ModelPlan) { self.plan = plan }

  var text: String {
    var source = SourceText()
    source.notice("egf2gen", from: "settings.json and config.json")
    source.line("#import \"EGF2.h\"")
    source.line()
    graph(&source)
    for model in plan.classes {
      source.line()
      source.line("@implementation \(model.name)")
      source.line()
      for method in ObjectiveCClass(model).methods {
        for line in method { source.line(line) }
        source.line()
      }
      source.line("@end")
    }
    return source.text
  }

  private func graph(_ source: inout SourceText) {
    let codes = plan.classesByCode.map {
      "@\(SourceText.quoted($0.code)): [\($0.name) class]"
    }
    let models = SourceText.list("graph.idsWithModelTypes = @{", codes, "};")
    source.line("@implementation Graph")
    source.line()
    source.line("+ (EGF2Graph *)shared {")
    source.line("    static EGF2Graph *graph = nil;")
    source.line("    static dispatch_once_t token;")
    source.block(
      "    dispatch_once(&token, ^{",
      [
        "    graph = [[EGF2Graph alloc] initWithName:@\(SourceText.quoted(plan.settings.name))];",
        "    graph.serverURL = [NSURL URLWithString:@\(SourceText.quoted(plan.settings.server))];",
        "    graph.maxPageSize = \(plan.pages.maximalCount);",
        "    graph.defaultPageSize = \(plan.pages.defaultCount);",
        "    graph.isObjectPaginationMode = \(plan.pages.isObjectMode ? "YES" : "NO");",
      ] + models.map { "    " + $0 }, "    });")
    source.line("    return graph;")
    source.line("}")
    source.line()
    source.line("@end")
  }
}
