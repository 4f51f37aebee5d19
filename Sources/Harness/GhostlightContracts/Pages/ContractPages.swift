import GhostlightCore

/// Pages about promises, the evidence for them, and the SDKs that rely on them.
///
/// Each contract has a page with its promises and the variants that use them. Each variant has a
/// page with its requests and the promises that cover them. Each provider has a page with its
/// coverage. One more page lists the promises that no variant uses, and another one is the table of
/// contents.
///
/// ```swift
/// import GhostlightContracts
///
/// func write(_ files: [ContractFile]) {
///   let pages = ContractPages(files, catalogues: ProviderCatalogue.emulators)
///   for file in pages.markdownFiles { print(file.path, file.text.count) }
/// }
/// ```
public struct ContractPages: Sendable {
  /// The path and contents of a page.
  ///
  /// The caller writes the file; creating pages does not access the disk. Links between pages are
  /// relative, so the folder can be anywhere.
  public struct File: Sendable, Hashable {
    /// The path, relative to the folder of the pages: `stackmob/objects.md`.
    public let path: String
    /// The contents of the file, with a newline at the end.
    public let text: String
  }

  /// The comparison of the variants' requests with all promises.
  public let matrix: ContractMatrix
  let files: [ContractFile]
  let catalogues: [ProviderCatalogue]
  let articles: String

  /// Creates the pages for contracts.
  ///
  /// `articles` is the prefix of links to articles in this project's sources: a URL that ends in a
  /// slash, or an empty string if the pages are stored at the root of the sources.
  public init(
    _ files: [ContractFile], catalogues: [ProviderCatalogue] = [], articles: String = "",
    results: ContractResults = ContractResults()
  ) {
    self.files = files
    self.catalogues = catalogues
    self.articles = articles
    matrix = ContractMatrix(files, catalogues: catalogues, results: results)
  }

  /// The pages as Markdown files of a folder; the table of contents is `README.md`.
  public var markdownFiles: [File] {
    pages.map { page in File(path: page.path + ".md", text: page.markdown) }
  }

  /// All pages in one Markdown string, with a newline at the end.
  public var markdown: String { pages.map(\.section).joined(separator: "\n") }

  /// The contract files with promises, each with the index of its first promise in the matrix.
  private var chapters: [(file: ContractFile, first: Int)] {
    var first = 0
    return files.filter { $0.variant == nil }.map { file in
      defer { first += file.pact.interactions.count }
      return (file, first)
    }
  }

  var pages: [ReportPage] {
    let chapters = chapters.map { ($0.file, chapter($0.file, first: $0.first)) }
    let variants = matrix.variants.indices.map(variant)
    let coverage = catalogues.filter { catalogue in
      files.contains { $0.pact.provider == catalogue.provider }
    }.map { ContractCoverage(files, catalogue: $0).page }
    let unused = matrix.variants.isEmpty ? [] : [unusedPage]
    return [contents(chapters, variants, coverage + unused)] + variants + chapters.map(\.1)
      + coverage + unused
  }

  /// Returns the path of a contract's page: the provider and the file name without its extension.
  private static func path(_ file: ContractFile) -> String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    return "\(file.pact.provider)/" + (name.hasSuffix(".json") ? String(name.dropLast(5)) : name)
  }

  private static func anchor(_ promise: Int) -> String { "p\(promise)" }

  // MARK: Table of contents

  private func contents(
    _ chapters: [(ContractFile, ReportPage)], _ variants: [ReportPage], _ others: [ReportPage]
  ) -> ReportPage {
    let count = matrix.index.promises.count
    let place = chapters.count == 1 ? "1 file" : "\(chapters.count) files"
    var blocks: [ReportPage.Block] = [.paragraph(["\(count) promises in \(place)."])]
    if !variants.isEmpty {
      blocks += [
        .heading(2, ["SDKs"], anchor: "variants"),
        .paragraph([
          "Each request that an SDK sends is compared with the promises. The table counts the requests and the promises that cover them, and has the results of each executor."
        ]),
        matrix.table { variants[$0].path },
      ]
      blocks += unpromisedBlocks
    }
    blocks.append(.heading(2, ["Contracts"], anchor: "contracts"))
    blocks.append(
      .table(
        [["contract"], ["promises"], ["used by SDKs"], ["without outside evidence"]],
        rows: self.chapters.enumerated().map { number, chapter in
          let (file, page) = chapters[number]
          let interactions = file.pact.interactions
          let range = chapter.first..<(chapter.first + interactions.count)
          return [
            [.link(page.path, page: page.path, anchor: nil)], ["\(interactions.count)"],
            ["\(range.count { !matrix.users[$0].isEmpty })"],
            ["\(interactions.count { $0.notes.restsOnUsAlone })"],
          ]
        }, isMatrix: false))
    blocks.append(.list(others.map { [.link($0.title, page: $0.path, anchor: nil)] }))
    return ReportPage(path: "README", title: "Contracts", blocks: blocks)
  }

  private var unpromisedBlocks: [ReportPage.Block] {
    let requests = matrix.unpromised
    guard !requests.isEmpty else {
      return [.paragraph(["A promise covers each of these requests."])]
    }
    return [
      .heading(3, ["Not promised"], anchor: "unpromised"),
      .list(
        requests.map { request in
          [.code(request.interaction.description), .text(": \(matrix.reason(request))")]
        }),
    ]
  }

  // MARK: Page of a contract

  private func chapter(_ file: ContractFile, first: Int) -> ReportPage {
    let pact = file.pact
    var blocks: [ReportPage.Block] = [.paragraph([.code(file.path)])]
    let range = first..<(first + pact.interactions.count)
    blocks += usage(range)
    for number in range {
      blocks += entry(pact.interactions[number - first], pact.provider, number: number)
    }
    for remark in pact.remarks { blocks.append(.paragraph(["Note: \(remark)."])) }
    return ReportPage(
      path: Self.path(file), title: "\(pact.consumer) at \(pact.provider)", blocks: blocks)
  }

  /// Returns a table of the contract's promises that are used, and of the variants that use them.
  private func usage(_ range: Range<Int>) -> [ReportPage.Block] {
    let used = range.filter { !matrix.users[$0].isEmpty }
    guard !used.isEmpty else { return [] }
    let variants = matrix.variants.indices.filter { variant in
      used.contains { !matrix.requests(of: variant, for: $0).isEmpty }
    }
    let head: [[ReportPage.Inline]] =
      [["promise"]]
      + variants.map { variant in
        [.link(matrix.variants[variant].name, page: variantPath(variant), anchor: nil)]
      }
    let rows = used.map { promise -> [[ReportPage.Inline]] in
      let name = matrix.index.promises[promise].interaction.description
      return [[.link(name, page: path(of: promise), anchor: Self.anchor(promise))]]
        + variants.map { matrix.cell(matrix.requests(of: $0, for: promise)) }
    }
    return [.table(head, rows: rows, isMatrix: true)]
  }

  private func path(of promise: Int) -> String {
    let promise = matrix.index.promises[promise]
    return files.first { $0.variant == nil && $0.path == promise.path }.map(Self.path) ?? ""
  }

  private func entry(
    _ interaction: Interaction, _ provider: String, number: Int
  ) -> [ReportPage.Block] {
    let pending = interaction.isPending ? " (pending)" : ""
    var lines = interaction.lines
    let outcomes = matrix.outcomes[number]
    if !outcomes.isEmpty { lines.append(matrix.fared(outcomes)) }
    let evidence = interaction.notes.evidence.map { $0.inlines(provider: provider, base: articles) }
    let warning = interaction.notes.restsOnUsAlone ? " – no outside evidence" : ""
    lines.append(
      evidence.isEmpty
        ? ["no evidence given"]
        : ["because of "] + Array(evidence.joined(separator: [", "])) + [.text(warning)])
    return [
      .heading(
        3, [.text(interaction.description + pending)], anchor: Self.anchor(number)),
      .list(lines),
    ]
  }

  // MARK: Page of a variant

  private func variantPath(_ variant: Int) -> String {
    "variants/\(matrix.variants[variant].name)"
  }

  private func variant(_ place: Int) -> ReportPage {
    let variant = matrix.variants[place]
    let requests = matrix.requests.filter { $0.variant == place }
    let rows = requests.map { request -> [[ReportPage.Inline]] in
      let covering: [ReportPage.Inline] =
        switch request.finding {
        case .promised(let promise):
          [
            .link(
              matrix.index.promises[promise].interaction.description, page: path(of: promise),
              anchor: Self.anchor(promise))
          ]
        case .unpromised: [.strong("not promised"), .text(": \(matrix.reason(request))")]
        }
      return [
        [.text(request.interaction.description)],
        ["\(request.interaction.response.status)"], covering,
      ]
        + matrix.executors.map { executor in
          [request.outcomes[executor].map { .mark($0) } ?? .text("not run")]
        }
    }
    let head: [[ReportPage.Inline]] =
      [["request"], ["response"], ["promise"]] + matrix.executors.map { [.text($0)] }
    return ReportPage(
      path: variantPath(place), title: variant.title,
      blocks: [
        .paragraph([
          "\(variant.requests) requests to \(variant.providers.joined(separator: " and ")) rely on \(variant.promises) promises."
        ]), .table(head, rows: rows, isMatrix: false),
      ])
  }

  // MARK: Page of unused promises

  private var unusedPage: ReportPage {
    var blocks: [ReportPage.Block] = []
    let unused = zip(matrix.index.promises, matrix.users).enumerated().filter { $0.1.1.isEmpty }
    blocks.append(
      .paragraph([
        "\(unused.count) of \(matrix.index.promises.count) promises have a request that no scene of an SDK sends. Most of them are refusals, or requests of other clients."
      ]))
    var last = ""
    for (number, (promise, _)) in unused {
      let page = path(of: number)
      if page != last { blocks += [.heading(2, [.text(page)], anchor: nil), .list([])] }
      last = page
      guard case .list(let items) = blocks.removeLast() else { continue }
      blocks.append(
        .list(
          items + [
            [
              .link(
                promise.interaction.description, page: page, anchor: Self.anchor(number))
            ]
          ]))
    }
    return ReportPage(path: "unused", title: "Promises that no SDK uses", blocks: blocks)
  }
}
