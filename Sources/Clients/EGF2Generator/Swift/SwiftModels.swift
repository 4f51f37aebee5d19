import GhostlightGeneration

/// `EGF2.swift`: the graph, then a class for each struct and each object type.
///
/// - Source: protocol reference B16, D1.
struct SwiftModels {
  private let plan: ModelPlan
  private let access: String

  init(_ plan: ModelPlan) {
    self.plan = plan
    access = plan.settings.access.modifier
  }

  var text: String {
    var source = SourceText()
    source.notice("egf2gen", from: "settings.json and config.json")
    source.line("\(access)import EGF2")
    source.line("\(access)import Foundation")
    source.line()
    graph(&source)
    for model in plan.classes {
      source.line()
      source.line(Self.summary(model.role))
      let name = SwiftClass(model, base: plan.base, access: access)
      source.line("\(access)class \(model.name): \(name.parents) {")
      for line in name.lines { source.line(line.isEmpty ? "" : "    " + line) }
      source.line("}")
    }
    return source.text
  }

  private func graph(_ source: inout SourceText) {
    source.line("/// The graph of this app.")
    source.line("\(access)let Graph: EGF2Graph = {")
    source.line("    let graph = EGF2Graph(name: \(SourceText.quoted(plan.settings.name)))!")
    source.line("    graph.serverURL = URL(string: \(SourceText.quoted(plan.settings.server)))")
    source.line("    graph.maxPageSize = \(plan.pages.maximalCount)")
    source.line("    graph.defaultPageSize = \(plan.pages.defaultCount)")
    source.line("    graph.isObjectPaginationMode = \(plan.pages.isObjectMode)")
    let codes = plan.classesByCode.map { "    \(SourceText.quoted($0.code)): \($0.name).self," }
    if codes.isEmpty { source.line("    graph.idsWithModelTypes = [:]") }
    source.block("    graph.idsWithModelTypes = [", codes, "    ]")
    source.line("    return graph")
    source.line("}()")
  }

  private static func summary(_ role: ModelRole) -> String {
    switch role {
    case .schema: "/// A struct of the configuration."
    case .base: "/// What all objects of the graph have."
    case .type(let name, let code): "/// Objects of type `\(name)`, whose ids end in `-\(code)`."
    }
  }
}
