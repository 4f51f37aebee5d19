import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Synchronization
import Testing

@Suite struct `Rows of an export that cannot be stored` {
  @Test(
    arguments: [
      (
        "{\"_id\":\"1\"}\n{\"_id\":nil}\n{\"_id\":\"2\"}", ["1", "2"],
        ["2: the object is not valid JSON: \(JSONError.Reason.expectedLiteral.rawValue)"]
      ),
      // A line that is cut off does not hide the lines after it.
      (
        "{\"_id\":\"1\",\"a\":\"b\n{\"_id\":\"2\",\n{\"_id\":\"3\",\"a\":[1,\n{\"_id\":\"4\"}\n{\"_id\":\"5\"}",
        ["4", "5"],
        ["1: the object has no end", "2: the object has no end", "3: the object has no end"]
      ),
      ("{\"_id\":\"1\"}{\"a\":\"b", ["1"], ["1: the object has no end"]),
      ("{\"_id\":\"1\"}} x\n{\"_id\":\"2\"}", ["1", "2"], ["1: the text is not an object"]),
      ("{\"_id\":\"1\"} x {\"_id\":\"2\"}", ["1", "2"], ["1: the text is not an object"]),
      // Objects may have several lines.
      ("{\"_id\":\n\"1\",\n\"at\":\n{\"lat\":1,\"lon\":2}\n}\n[{\"_id\":\"2\"}]", ["1", "2"], []),
      (
        "{\"_id\":\"1\"}\n{\"_id\":\"1\"}\n{\"_id\":{\"a\":1}}\n{\"_id\":\"2\",\"A\":1}\n{\"_id\":\"3\",\"a\":{\"b\":[]}}",
        ["1"],
        [
          "2: another object has the id \"1\"",
          "3: todo refuses the object: Field todo_id has an incompatible type, please check your schema",
          "4: todo refuses the object: A is not a name: use lower-case letters, digits and underscore",
          "5: todo refuses the object: Field a holds an object and no relationship was given",
        ]
      ),
    ] as [(String, [String], [String])])
  func `a damaged row is left out with its line, and hides no other row`(
    _ text: String, _ ids: [String], _ reasons: [String]
  ) throws {
    // The rows are the same, whatever the size of the pieces.
    for size in [1, 3, 1000] {
      let skipped = Mutex<[String]>([])
      let file = StackMobExport.File(path: "a/todo.json") { body throws(ConfigurationError) in
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
          body(bytes[start..<min(start + size, bytes.count)])
        }
      }
      let export = StackMobExport([file]) { row in skipped.withLock { $0.append("\(row)") } }
      var app = StackMobApp()
      app.backend = try StackMobBackend(
        ConfigurationReader(
          ["export": "a"], path: "$.stackmob", files: ConfigurationFiles([export])),
        at: .numbered())
      #expect(app.get("/todo").all("todo_id") == ids)
      #expect(skipped.withLock { $0 } == reasons.map { "a/todo.json:" + $0 })
    }
  }

  @Test func `a damaged row of a CSV file is left out with its line`() throws {
    var (app, skipped) = try StackMobApp.load([
      (
        "todo.csv",
        "_id,title,number\n1,a,1\n2,b\n3,\"c\"x,3\n4,\"d,4\n5,e,5\n6,f,6,6\n7,\"g\",7\n8,\"h"
      )
    ])
    #expect(app.get("/todo").all("todo_id") == ["1", "5", "7"])
    #expect(
      skipped == [
        "todo.csv:3: the row has 2 values, and the header has 3",
        "todo.csv:4: there is text after a quotation mark",
        "todo.csv:5: there is text after a quotation mark",
        "todo.csv:7: the row has 4 values, and the header has 3",
        "todo.csv:9: a quotation mark has no end",
      ])
  }

  /// Tests an export of which every hundredth row is damaged.
  @Test(arguments: ["json", "csv"])
  func `a large export starts without its damaged rows`(_ form: String) throws {
    var lines = form == "csv" ? ["_id,number,title"] : []
    for number in 1...2000 {
      let isDamaged = number.isMultiple(of: 100)
      if form == "csv" {
        lines.append("\(number),\(number),\(isDamaged ? "a,b" : "t")")
      } else {
        let end = isDamaged ? "}" : "\"}"
        lines.append(#"{"_id":{"$oid":"\#(number)"},"number":\#(number),"title":"t\#(end)"#)
      }
    }
    var (app, skipped) = try StackMobApp.load([("todo.\(form)", lines.joined(separator: "\n"))])
    let first = form == "csv" ? 101 : 100
    #expect(skipped.count == 20)
    #expect(skipped.first?.hasPrefix("todo.\(form):\(first): ") == true)
    #expect(app.get("/todo?number[gt]=1998").all("todo_id") == ["1999"])
    #expect(app.get("/todo", headers: ["Range": "objects=0-0"]).body?.array?.count == 1)
  }
}
