/// The pages of the console, as the server gives them away.
///
/// They are written by hand as browsers read them: there is no build step, and nothing of others is
/// in them. Each module has a file of its own; what text of clients they show goes into the
/// document as text alone.
enum ConsolePages {
  /// All of them; the one with the path `/` stands for every view's address, too.
  static let all: [ConsoleAsset] = [
    page, apiModule, appModule, contractsModule, dataModule, domModule, exchangeModule,
    faultsModule, graphModule, keepModule, jsonModule, listModule, namespacesModule, outboxModule,
    queryModule,
    requestsModule, rowModule, sessionsModule, startModule, statesModule, tablesModule, timeModule,
  ]
}

extension ConsolePages {
  /// The page around all views: navigation, the choice of namespace, and where a view stands.
  static let page = ConsoleAsset(
    path: "/", mediaType: "text/html; charset=utf-8",
    text: #"""
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Ghostlight</title>
      <link rel="icon" href="data:,">
      <style>\#(style)</style>
      <link rel="modulepreload" href="/assets/dom.js">
      <link rel="modulepreload" href="/assets/api.js">
      <script type="module" src="/assets/app.js"></script>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="side">
      <p class="brand"><a href="/console/">Ghostlight</a></p>
      <form class="switch" id="switch">
      <label for="namespace">Namespace</label>
      <select id="namespace" autocomplete="off"></select>
      </form>
      <nav aria-label="Views"><ul id="views"></ul></nav>
      <button type="button" class="quiet" id="shortcuts" aria-haspopup="dialog">Keyboard shortcuts</button>
      </header>
      <main id="main" tabindex="-1">
      <noscript><p>The console needs JavaScript. The same data is in the
      <a href="/__ghostlight/v1/openapi.json">control API</a>.</p></noscript>
      </main>
      <div id="status" class="unseen" role="status" aria-live="polite"></div>
      </body>
      </html>

      """#)
}
