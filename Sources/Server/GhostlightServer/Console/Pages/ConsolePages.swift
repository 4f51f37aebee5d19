/// The pages of the console, which are built into the server.
///
/// The files are written by hand in the form that browsers load: there is no build step, and no
/// third-party code. Each script module has its own Swift file. Strings from clients are inserted
/// into the document as text only.
enum ConsolePages {
  /// All files of the console; the one with the path `/` is also served at the path of every view.
  static let all: [ConsoleAsset] = [
    page, apiModule, appModule, contractsModule, dataModule, domModule, exchangeModule,
    faultsModule, graphModule, keepModule, jsonModule, listModule, namespacesModule, outboxModule,
    queryModule,
    requestsModule, rowModule, sessionsModule, startModule, statesModule, tablesModule, timeModule,
  ]
}

extension ConsolePages {
  /// The page that surrounds all views: navigation, the namespace menu, and an element for the
  /// view.
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
      <a class="button quiet" href="/manual/">Manual</a>
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
