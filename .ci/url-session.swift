// A session with each emulator by the vendors' own hosts, by URLSession.shared and nothing else.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

func send(
  _ method: String, _ url: String, _ fields: [String: String], _ body: [String: Any]? = nil
) async throws -> (Int, [String: Any]) {
  guard let address = URL(string: url) else { fatalError("\(url) is no URL") }
  var request = URLRequest(url: address)
  request.httpMethod = method
  for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
  if let body {
    request.httpBody = try JSONSerialization.data(withJSONObject: body)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  }
  let (data, response) = try await URLSession.shared.data(for: request)
  let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
  return ((response as? HTTPURLResponse)?.statusCode ?? 0, json ?? [:])
}

@main struct Session {
  static func expect(_ name: String, _ isTrue: Bool) {
    print((isTrue ? "holds: " : "FAILS: ") + "Swift, " + name)
    if !isTrue { exit(1) }
  }

  static func main() async throws {
    let keys = ProcessInfo.processInfo.environment
    let stackMob = ["X-StackMob-API-Key": keys["STACKMOB_PUBLIC_KEY"] ?? ""]
    let (created, todo) = try await send(
      "POST", "https://api.stackmob.com/todo", stackMob, ["title": "Swift"])
    let (found, again) = try await send(
      "GET", "https://api.stackmob.com/todo/\(todo["todo_id"] ?? "")", stackMob)
    expect("StackMob", created == 201 && found == 200 && again["title"] as? String == "Swift")
    let (_, book) = try await send(
      "POST", "https://baas.example.com/books", ["secret": keys["MIA_SECRET"] ?? ""],
      ["title": "Swift"])
    expect("Mia", book["title"] as? String == "Swift")
    let (registered, _) = try await send(
      "POST", "https://graph.example.com/v1/register", [:],
      [
        "first_name": "Ada", "last_name": "Lovelace", "date_of_birth": "1815-12-10",
        "email": "swift@example.com", "password": "engine1843",
      ])
    expect("EGF2", registered == 200)
    let (_, exchange) = try await send(
      "POST", "https://tokens.appcenter.ms/v0.1/data/tokens",
      ["App-Secret": keys["APPCENTER_APP_SECRET"] ?? ""], ["partitions": ["readonly"]])
    let token = (exchange["tokens"] as? [[String: Any]])?.first ?? [:]
    expect("App Center", token["status"] as? String == "Succeed")
    let text = (token["token"] as? String ?? "")
      .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    let (listed, documents) = try await send(
      "GET",
      "https://\(token["dbAccount"] ?? "").documents.azure.com/dbs/mbaas/colls/appcenter/docs",
      [
        "Authorization": text ?? "", "x-ms-version": "2018-06-18",
        "x-ms-date": "Thu, 01 Jan 2026 00:00:00 GMT",
        "x-ms-documentdb-partitionkey": "[\"readonly\"]",
      ])
    expect("Cosmos DB", listed == 200 && documents["Documents"] as? [Any] != nil)
  }
}
