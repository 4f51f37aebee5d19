/// The files of the console, each with the path that it is served at.
enum ConsolePages {
  /// The index page first.
  static let all: [ConsoleAsset] = [
    ConsoleAsset(
      path: "/", mediaType: "text/html; charset=utf-8",
      text: #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Ghostlight</title>
        </head>
        <body>
        <h1>Ghostlight</h1>
        </body>
        </html>

        """#)
  ]
}
