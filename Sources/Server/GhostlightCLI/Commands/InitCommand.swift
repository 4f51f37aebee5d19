import ArgumentParser
import Ghostlight
import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight init`: writes a sample configuration that the user can extend.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a ghostlight.json with sample documents.",
    discussion: """
      Writes ghostlight.json, and beside it ghostlight.schema.json, by which editors complete and \
      check it. Nothing that is there is overwritten. `ghostlight serve` in the same folder reads \
      the configuration by itself.

      Example: ghostlight init stackmob mia

      Exit codes: 0, 1 when a file cannot be written or is there already, 64 for wrong options.
      """)

  @Argument(help: ArgumentHelp("The vendors to configure. (default: all)", valueName: "VENDOR"))
  var vendors: [String] = []

  func validate() throws {
    let known = Service.all.map(\.name)
    for vendor in vendors where !known.contains(vendor) {
      throw ValidationError(
        "\"\(vendor)\" is no vendor; there are: \(known.joined(separator: ", ")).")
    }
  }

  func run() throws {
    let (path, schema) = (ConfigurationFile.standard, "ghostlight.schema.json")
    guard !FileManager.default.fileExists(atPath: path) else {
      Terminal.complain("\(path) is there already: remove it, or change it by hand")
      throw ExitCode.failure
    }
    var configuration: JSONObject = ["$schema": .string("./\(schema)")]
    for emulator in Service.all where vendors.isEmpty || vendors.contains(emulator.name) {
      configuration[emulator.name] = Self.samples[emulator.name]
    }
    let isWritten =
      OutputFile(path: path).write(JSON.object(configuration).text(pretty: true))
      && (FileManager.default.fileExists(atPath: schema)
        || OutputFile(path: schema).write(ConfigurationSchema.json.text(pretty: true)))
    guard isWritten else { throw ExitCode.failure }
    Terminal.print("wrote \(path) and \(schema); `ghostlight serve` in this folder reads them")
  }

  /// A few sample documents for each vendor, in the vendor's own format.
  private static let samples: [String: JSON] = [
    "stackmob": [
      "developmentKeys": keys(StackMobConfiguration().developmentKeys),
      "productionKeys": keys(StackMobConfiguration().productionKeys),
      "schemas": [
        [
          "name": "todo", "fields": ["title": "string", "done": "boolean"],
          "permissions": [
            "create": "loggedIn", "read": "open", "update": "owner", "delete": "owner",
          ],
        ]
      ],
      "objects": [
        "user": [["username": "jill", "password": "secret"]],
        "todo": [["todo_id": "1", "title": "Water the plants", "sm_owner": "user/jill"]],
      ],
    ],
    "mia": [
      "secret": "s3cr3t",
      "collections": [
        [
          "name": "books", "endpointBasePath": "/books", "defaultState": "PUBLIC",
          "fields": [["name": "title", "type": "string"]],
          "documents": [["title": "The Book of Sand"]],
        ]
      ],
    ],
    "egf2": ["users": [["email": "ada@example.com", "password": "engine1843"]]],
    "appcenter": ["apps": [["secret": .string(AppCenterApp.defaultSecret)]]],
    "cosmos": [
      "databases": [
        [
          "id": "mbaas",
          "containers": [
            [
              "id": "appcenter",
              "partitionKey": ["paths": ["/PartitionKey"], "kind": "Hash"],
              "documents": [
                ["id": "1", "PartitionKey": "readonly", "document": ["title": "Hello"]]
              ],
            ]
          ],
        ]
      ]
    ],
  ]
}

extension InitCommand {
  private static func keys(_ keys: StackMobKeys) -> JSON {
    ["publicKey": .string(keys.publicKey), "privateKey": .string(keys.privateKey)]
  }
}

/// `ghostlight schema`: prints the JSON Schema of the configuration, without a server.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of ghostlight.json.",
    discussion: "Example: ghostlight schema > ghostlight.schema.json")

  func run() throws { Terminal.print(ConfigurationSchema.json.text(pretty: true)) }
}
