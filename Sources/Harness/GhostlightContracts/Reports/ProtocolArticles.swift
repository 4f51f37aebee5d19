/// The articles of the protocol references, by the letter and numbers of their sections.
///
/// A test compares the rows with the headings of the articles, and prints the rows that belong here.
enum ProtocolArticles {
  typealias Row = (letter: Character, numbers: ClosedRange<Int>, module: String, article: String)

  static let stackMob: [Row] = [
    ("B", 0...12, "StackMob", "Protocol-Client"),
    ("B", 13...24, "StackMob", "Protocol-Store"),
    ("D", 1...62, "StackMobEmulator", "Decisions"),
    ("D", 65...70, "StackMobEmulator", "Decisions"),
    ("A", 23...28, "StackMobEmulator", "Protocol-Access"),
    ("A", 30...30, "StackMobEmulator", "Protocol-Examples"),
    ("A", 7...9, "StackMobEmulator", "Protocol-Objects"),
    ("A", 11...13, "StackMobEmulator", "Protocol-Objects"),
    ("A", 10...10, "StackMobEmulator", "Protocol-Queries"),
    ("A", 14...16, "StackMobEmulator", "Protocol-Relationships"),
    ("A", 1...3, "StackMobEmulator", "Protocol-Requests"),
    ("A", 6...6, "StackMobEmulator", "Protocol-Schemas"),
    ("A", 21...22, "StackMobEmulator", "Protocol-Services"),
    ("A", 4...5, "StackMobEmulator", "Protocol-Signing"),
    ("A", 17...18, "StackMobEmulator", "Protocol-Types"),
    ("A", 19...20, "StackMobEmulator", "Protocol-Users"),
  ]

  static let mia: [Row] = [
    ("C", 7...7, "CRUD", "Protocol-Client"),
    ("C", 6...6, "MIASync", "Protocol-MIASync"),
    ("C", 1...4, "mkApp", "Protocol-Client"),
    ("C", 0...0, "mkApp", "Protocol-Modules"),
    ("C", 5...5, "mkApp", "Protocol-Modules"),
    ("C", 8...9, "mkApp", "Protocol-Modules"),
    ("E", 1...59, "MiaEmulator", "Decisions"),
    ("B", 1...12, "MiaEmulator", "Protocol-BaaS"),
    ("A", 0...9, "MiaEmulator", "Protocol-CRUD"),
    ("A", 10...15, "MiaEmulator", "Protocol-CRUDDetails"),
    ("A", 16...17, "MiaEmulator", "Protocol-CRUDExamples"),
  ]

  static let egf2: [Row] = [
    ("B", 1...9, "EGF2", "Protocol-Client"),
    ("B", 10...18, "EGF2", "Protocol-Models"),
    ("E", 1...27, "EGF2Emulator", "Decisions"),
    ("A", 17...19, "EGF2Emulator", "Protocol-Errors"),
    ("A", 7...11, "EGF2Emulator", "Protocol-Graph"),
    ("A", 1...6, "EGF2Emulator", "Protocol-Requests"),
    ("A", 12...16, "EGF2Emulator", "Protocol-Services"),
    ("A", 20...20, "EGF2Emulator", "Protocol-Services"),
  ]

  static let cosmos: [Row] = [
    ("C", 1...7, "AppCenterData", "Protocol-Client"),
    ("C", 8...14, "AppCenterData", "Protocol-Offline"),
    ("A", 1...6, "AppCenterEmulator", "Protocol-Tokens"),
    ("E", 1...35, "CosmosEmulator", "Decisions"),
    ("B", 11...12, "CosmosEmulator", "Protocol-Documents"),
    ("B", 16...19, "CosmosEmulator", "Protocol-Documents"),
    ("B", 20...23, "CosmosEmulator", "Protocol-Errors"),
    ("B", 24...24, "CosmosEmulator", "Protocol-Examples"),
    ("B", 13...15, "CosmosEmulator", "Protocol-Queries"),
    ("B", 25...25, "CosmosEmulator", "Protocol-Queries"),
    ("B", 1...4, "CosmosEmulator", "Protocol-Requests"),
    ("B", 5...10, "CosmosEmulator", "Protocol-Resources"),
  ]
}
