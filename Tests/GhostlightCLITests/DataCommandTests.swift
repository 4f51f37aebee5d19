import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight data command` {
  @Test func `the data command stores, lists, finds, prints and deletes rows`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let ada = ["stackmob", "objects:user", "ada"]
    let stored = try server.run(["data", "put"] + ada + [#"{"age":36}"#])
    #expect(stored.code == 0, "\(stored.errors)")
    #expect(stored.output.contains(#""age": 36"#))
    #expect(try server.connect().send("GET", "/user/ada").status == 200)
    #expect(try server.run(["data", "get"] + ada) == stored)
    let rows = try server.run("data", "list", "stackmob", "objects:user", "--search", "ADA")
    #expect(rows.output.hasPrefix("ada  {\"username\":\"ada\""))
    #expect(
      try server.run("data", "list", "stackmob", "objects:user", "--search", "eve").output == "")
    #expect(
      try server.run("data", "list", "stackmob").output.split(separator: "\n").map {
        $0.split(separator: " ").prefix(3).joined(separator: " ")
      } == [
        "EMULATOR TABLE ROWS", "stackmob schemas 1", "stackmob objects:user 1",
        "stackmob sessions 0", "stackmob roles 0", "stackmob files 0", "stackmob devices 0",
      ])
    let login = try server.run(["data", "act"] + ada + ["log in"])
    #expect(login.output.hasPrefix("access_token="))
    #expect(try server.run(["data", "delete"] + ada) == CommandResult(code: 0, output: ""))
    #expect(
      try server.run(["data", "get"] + ada) == .message(1, "\"objects:user\" has no row \"ada\""))
  }

  @Test func `the data command reports refused rows and rows that are not objects`() throws {
    let server = try RunningServer()
    #expect(
      try server.run("data", "put", "stackmob", "objects:user", "ada", #"{"Age":36}"#)
        .errors.hasPrefix("ghostlight: user refuses the object: "))
    let result = try server.run("data", "put", "stackmob", "objects:user", "ada", "36")
    #expect(result.code == 64)
    #expect(result.errors.contains("The row must be a JSON object, such as {\"name\":\"value\"}."))
  }

  @Test func `the data list command prints rows up to the limit`() throws {
    let server = try RunningServer()
    for name in ["a", "b", "c"] {
      #expect(try server.run("data", "put", "stackmob", "objects:user", name, "{}").code == 0)
    }
    let some = try server.run("data", "list", "stackmob", "objects:user", "--limit", "2")
    #expect(some.output.split(separator: "\n").map { $0.prefix(1) } == ["a", "b"])
    #expect(some.errors == "ghostlight: there are more rows; --limit 0 shows all\n")
    let all = try server.run("data", "list", "stackmob", "objects:user", "--limit", "0")
    #expect(all.output.split(separator: "\n").count == 3)
    #expect(all.errors == "")
  }
}
