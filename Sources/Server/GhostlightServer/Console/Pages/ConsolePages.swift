/// The pages of the console, as the server gives them away.
///
/// They are written by hand as browsers read them: there is no build step, and nothing of others is
/// in them. Each module has a file of its own; what text of clients they show goes into the
/// document as text alone.
enum ConsolePages {
  /// All of them; the one with the path `/` stands for every view's address, too.
  static let all: [ConsoleAsset] = [
    page, style, apiModule, appModule, dataModule, domModule, exchangeModule, faultsModule,
    graphModule, jsonModule, listModule, namespacesModule, outboxModule, queryModule,
    requestsModule, rowModule, sessionsModule, startModule, statesModule, tablesModule, timeModule,
  ]
}
