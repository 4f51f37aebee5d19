import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Example requests to an emulator, which a user can copy.
extension Service {
  /// Returns a shell command that sends an example request with curl to the emulator at `url`.
  package func firstRequest(_ url: String) -> String {
    let json = "-H 'Content-Type: application/json'"
    let key = keys.first?.value ?? ""
    switch name {
    case "stackmob":
      return
        "curl -H \(ShellWord.quoted("X-StackMob-API-Key: " + key)) -d '{\"title\":\"Hello\"}' \(url)/todo"
    case "mia":
      return
        "curl -H \(ShellWord.quoted("secret: " + key)) \(json) -d '{\"title\":\"Hello\"}' \(url)/books"
    case "egf2":
      return "curl \(json) -d '{\"first_name\":\"Ada\",\"last_name\":\"Lovelace\","
        + "\"date_of_birth\":\"1815-12-10\",\"email\":\"ada@example.com\","
        + "\"password\":\"engine1843\"}' \(url)/v1/register"
    case "appcenter":
      return "curl -H \(ShellWord.quoted("App-Secret: " + key)) \(json) "
        + "-d '{\"partitions\":[\"readonly\"]}' \(url)/v0.1/data/tokens"
    case "cosmos": return Self.signedRequest(url, key)
    default: return "curl \(ShellWord.quoted(url + firstPath))"
    }
  }

  /// Returns a shell command that lists Cosmos DB's databases; it signs the request with `openssl`.
  private static func signedRequest(_ url: String, _ key: String) -> String {
    "(d=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT'); "
      + "k=$(echo \(ShellWord.quoted(key)) | base64 -d | od -An -tx1 | tr -d ' \\n'); "
      + "s=$(printf 'get\\ndbs\\n\\n%s\\n\\n' \"$(echo \"$d\" | tr A-Z a-z)\" | "
      + "openssl dgst -sha256 -mac HMAC -macopt hexkey:\"$k\" -binary | base64 | "
      + "sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g'); "
      + "curl -H \"x-ms-date: $d\" -H 'x-ms-version: 2018-12-31' "
      + "-H \"Authorization: type%3Dmaster%26ver%3D1.0%26sig%3D$s\" \(url)/dbs)"
  }

  /// Returns a Swift program that sends an example request, with our SDK for the vendor if there is
  /// one.
  ///
  /// `address` returns the URL of the emulator with a given name, because an SDK may use several.
  func firstRequestInSwift(_ url: String, _ address: (String) -> String?) -> String {
    let key = Self.literal(keys.first?.value ?? "")
    let place = Self.literal(url)
    switch name {
    case "stackmob":
      return """
        import Foundation
        import StackMob

        let client = try SMClient(emulator: URL(string: \(place)), publicKey: \(key))
        let todo = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
        print(todo)

        """
    case "mia":
      return """
        import Foundation
        import mkApp

        let app = MKAppInstance(emulator: URL(string: \(place)), secret: \(key))
        try await MKAppInstance.$current.withValue(app) {
          let book = MKCollection(name: "books")
          book?.setObject("Hello", forKey: "title")
          try await book?.save()
          print(try await MIAQuery(collectionName: "books").findObjects())
        }

        """
    case "egf2":
      return """
        import EGF2
        import Foundation

        let graph = EGF2Graph(name: "app", emulator: URL(string: \(place)))
        try await graph?.register(
          withFirstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
          dateOfBirth: Date(timeIntervalSince1970: -4_861_036_800), password: "engine1843")

        """
    case "appcenter":
      let cosmos = Self.literal(address("cosmos") ?? "http://127.0.0.1:8081")
      return """
        import AppCenter
        import AppCenterData
        import Foundation

        MSData.setEmulators(exchange: URL(string: \(place)), cosmos: URL(string: \(cosmos)))
        MSAppCenter.start(\(key), withServices: [MSData.self])
        let documents = try await MSData.listDocuments(
          withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
        print(documents.currentPage().items?.count ?? 0)

        """
    case "cosmos":
      let parts = url.components(separatedBy: "://")
      let scheme = Self.literal(parts.count > 1 ? parts[0] : "http")
      return """
        import Foundation
        import Ghostlight
        import GhostlightClient
        import GhostlightSigning

        #if canImport(FoundationNetworking)
          import FoundationNetworking
        #endif

        if let key = CosmosMasterKey(\(key)) {
          let now = Int64(Date().timeIntervalSince1970 * 1000)
          let request = Request(.get, "/dbs", scheme: \(scheme), authority: \(Self.literal(parts.last ?? "")))
            .signed(with: key, milliseconds: now)
          print(try await Transport.urlSession(.shared).send(request).text)
        }

        """
    default:
      return """
        import Foundation

        #if canImport(FoundationNetworking)
          import FoundationNetworking
        #endif

        if let url = URL(string: \(Self.literal(url + firstPath))) {
          let (data, _) = try await URLSession.shared.data(from: url)
          print(String(decoding: data, as: UTF8.self))
        }

        """
    }
  }

  /// The path of the first `GET` route without placeholders, which needs no existing data.
  private var firstPath: String {
    let routes = seed.catalogue.routes
    return routes.first { $0.method == "GET" && !$0.pattern.contains("{") }?.pattern ?? "/"
  }

  /// Returns the string as a Swift string literal.
  ///
  /// It escapes scalar by scalar, because a quote followed by a combining mark is one `Character`.
  private static func literal(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": escaped += "\\\(scalar)"
      case _ where TerminalText.isControl(scalar, true):
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "\"\(escaped)\""
  }
}
