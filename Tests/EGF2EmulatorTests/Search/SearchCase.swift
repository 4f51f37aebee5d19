import Testing

/// A search with the expected names of the objects that it finds, in order.
struct SearchCase: Sendable, CustomTestStringConvertible {
  let query: String
  let names: [String]
  var testDescription: String { query }

  init(_ query: String, _ names: String...) {
    self.query = query
    self.names = names
  }

  static let text: [SearchCase] = [
    SearchCase("q=tea", "pot", "cup"),
    SearchCase("q=TEA%20moon", "pot", "cup"),
    SearchCase("q=green%20white", "cup", "jug"),
    SearchCase("q=te"),
    SearchCase("q=tea&fields=label", "pot"),
    SearchCase("q=tea&fields=moon,label", "pot"),
    SearchCase("q=tea&fields=moon"),
    SearchCase("q=%2D%2D"),
    SearchCase("q=", "pot", "cup", "jug", "old"),
    // The complete string is compared, and case matters.
    SearchCase("q=A-1&fields=mark", "pot"),
    SearchCase("q=a-1&fields=mark"),
    SearchCase("q=7&fields=age", "pot"),
  ]

  static let filters: [SearchCase] = [
    SearchCase("filters=label:tea", "pot"),
    SearchCase("filters=label:Tea%20pot", "pot"),
    SearchCase("filters=text:green,white", "cup", "jug"),
    SearchCase("filters=text:green,label:jug"),
    SearchCase("filters=age:7", "pot"),
    SearchCase("filters=age:7,9", "pot", "cup"),
    SearchCase("filters=age:7.0", "pot"),
    SearchCase("filters=age:70e-1,0.9e1", "pot", "cup"),
    SearchCase("filters=age:!7.00", "cup", "jug", "old"),
    SearchCase("filters=age:!7", "cup", "jug", "old"),
    SearchCase("filters=age:-", "old"),
    SearchCase("filters=hot:true", "cup"),
    SearchCase("filters=hot:!true", "pot", "jug", "old"),
    SearchCase("filters=mark:A", "jug"),
    SearchCase("filters=mark:A-1,A", "pot", "jug"),
    SearchCase("filters=mark:a"),
    SearchCase("filters=text:tea,!green", "pot"),
    SearchCase("filters=day:2017-01-20", "pot", "cup"),
    SearchCase("filters=day:2017-01-21", "jug"),
    SearchCase("filters=day:2017-01-22"),
    SearchCase("filters=moon:x"),
    SearchCase("filters=moon:-", "pot", "cup", "jug", "old"),
    SearchCase("filters=moon:!x,!y", "pot", "cup", "jug", "old"),
    SearchCase("filters=moon:!x,y"),
    SearchCase("filters=label", "pot", "cup", "jug", "old"),
    SearchCase("filters=text:tea&q=cup", "cup"),
    SearchCase("filters=in:deep", "jug"),
  ]

  static let ranges: [SearchCase] = [
    SearchCase("range=age:7:9", "pot", "cup"),
    SearchCase("range=age:8:", "cup", "jug"),
    SearchCase("range=age:min:8", "pot"),
    SearchCase("range=age::", "pot", "cup", "jug"),
    SearchCase("range=moon:1:2"),
    SearchCase("range=age:7:,age::9", "pot", "cup"),
    SearchCase("range=day:2017-01-20:2017-01-20", "pot", "cup"),
    SearchCase("range=day:2017-01-21:", "jug"),
    SearchCase("range=day::2017-01-19"),
    SearchCase("range=mark:A:A-0", "jug"),
    SearchCase("range=mark:A:B", "pot", "jug"),
  ]

  static let sorts: [SearchCase] = [
    SearchCase("sort=age", "pot", "cup", "jug", "old"),
    SearchCase("sort=age(DESC)", "jug", "cup", "pot", "old"),
    SearchCase("sort=mark", "jug", "pot", "cup", "old"),
    SearchCase("sort=label(DESC),age", "old", "jug", "cup", "pot"),
    SearchCase("sort=moon,age(DESC)", "jug", "cup", "pot", "old"),
    SearchCase("sort=hot", "pot", "cup", "jug", "old"),
  ]
}
