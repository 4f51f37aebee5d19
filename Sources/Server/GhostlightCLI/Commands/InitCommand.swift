import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight init`: writes a sample configuration that the user can extend.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a ghostlight.json with sample documents.",
    discussion: HelpText.page(
      """
      Writes ghostlight.json with sample documents, and ghostlight.schema.json, with which editors \
      complete and check it. `ghostlight serve` and `ghostlight exec` read the file from the \
      working folder.
      """,
      examples: [
        "ghostlight init stackmob mia",
        "ghostlight init cosmos",
        "ghostlight init",
      ],
      exits: [1: "the file exists already, or cannot be written"]))

  @Argument(help: ArgumentHelp("The vendors to configure. (default: all)", valueName: "VENDOR"))
  var vendors: [String] = []

  func validate() throws {
    for vendor in vendors where StageOptions.service(vendor, of: Service.all) == nil {
      throw ValidationError(
        "there is no vendor \"\(vendor)\"; "
          + NearestNames.remedy(for: vendor, among: Service.all.map(\.name)) + ".")
    }
  }

  func run() throws {
    let (path, schema) = (ConfigurationFile.standard, "ghostlight.schema.json")
    guard !FileManager.default.fileExists(atPath: path) else {
      Terminal.complain("\(path) exists already: remove it, or edit it")
      throw ExitCode.failure
    }
    var configuration: JSONObject = ["$schema": .string("./\(schema)")]
    let wanted = vendors.map(StageOptions.emulator)
    for emulator in Service.all where wanted.isEmpty || wanted.contains(emulator.name) {
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
    discussion: HelpText.page(
      """
      Prints the JSON Schema of ghostlight.json, with all settings, their defaults and their \
      limits. `ghostlight init` writes it next to the configuration.
      """,
      examples: [
        "ghostlight schema > ghostlight.schema.json",
        "ghostlight schema | jq .properties.limits",
        "ghostlight schema | less",
      ],
      exits: [:]))

  func run() throws { Terminal.print(ConfigurationSchema.json.text(pretty: true)) }
}
