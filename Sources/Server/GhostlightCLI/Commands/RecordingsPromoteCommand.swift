import ArgumentParser
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight recordings promote`: creates a contract, or initial documents, from a recording.
struct RecordingsPromoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promote", abstract: "Create a contract or initial documents from a recording.",
    discussion: HelpText.page(
      """
      Creates a contract in which matchers replace identifiers, dates, counters and tokens, or \
      with --documents the initial documents of a ghostlight.json. Without --output it only prints \
      what it inferred, so that you can add --given and --fill.
      """,
      examples: [
        "ghostlight recordings promote shop.har --provider stackmob",
        "ghostlight recordings promote shop.har --provider stackmob --fill todo_id=2 -o a.json",
        "ghostlight recordings promote shop.har --provider stackmob -o shop.json --force",
      ],
      exits: HelpText.rewriting))

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @Option(help: ArgumentHelp("The provider of the contract, such as stackmob.", valueName: "NAME"))
  var provider: String

  @Option(help: ArgumentHelp("The consumer of the contract.", valueName: "NAME"))
  var consumer = "app"

  @Option(
    help: ArgumentHelp("A provider state: [NUMBERS:] NAME [KEY=VALUE ...].", valueName: "STATE"))
  var given: [String] = []

  @Option(
    help: ArgumentHelp(
      "A value to send instead of the recorded one: [NUMBERS:] NAME=VALUE.",
      valueName: "NAME=VALUE"))
  var fill: [String] = []

  @Flag(help: "Create initial documents (stackmob, mia, cosmos), not a contract.")
  var documents = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The Pact file, or the ghostlight.json, to write.", valueName: "FILE"))
  var output: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(help: "Add the documents to an existing configuration.")
  var append = false

  @Option(help: "The output format.")
  var format = OutputFormat.text

  @OptionGroup var redaction: RedactionOptions

  func validate() throws {
    for text in given { _ = try PromotionArgument(text).state() }
    for text in fill { _ = try PromotionArgument(text).fill() }
    try OutputFile.check(output, "--output")
    guard !append || documents && !replacement.force else {
      throw ValidationError(
        "--append adds to an existing file: give --documents, and leave --force out.")
    }
    guard documents else { return }
    guard given.isEmpty, fill.isEmpty else {
      throw ValidationError("--given and --fill are for contracts: leave out --documents.")
    }
    guard RecordedDocuments.vendors.contains(provider) else {
      throw ValidationError(
        "--documents: the provider must be one of: \(RecordedDocuments.vendors.joined(separator: ", "))."
      )
    }
  }

  func run() throws {
    if documents {
      if !append { try replacement.check(output, or: "--append to add to it") }
      return try writeDocuments()
    }
    try replacement.check(output)
    let (raw, numbers) = try RecordingFile(file).numberedRecording()
    let recording = try redacted(raw)
    var options = ContractPromotion.Options(
      consumer: consumer, provider: provider,
      recording: URL(filePath: file).lastPathComponent)
    options.states = try given.map { try PromotionArgument($0).state() }
    options.fills = try fill.map { try PromotionArgument($0).fill() }
    let known = Set(numbers)
    let named = options.states.compactMap(\.numbers) + options.fills.compactMap(\.numbers)
    if let number = named.joined().sorted().first(where: { !known.contains($0) }) {
      throw NotFound(
        "there is no exchange \(number) in \(file): `ghostlight recordings inspect \(file)` lists "
          + "them")
    }
    let promotion = ContractPromotion(Array(zip(numbers, recording.exchanges)), options)
    if let fill = promotion.unusedFills.first {
      throw ValidationError(
        "--fill \(fill.name): no request has it; header fields, query parameters, members of the "
          + "body and path can be filled in.")
    }
    switch format {
    case .text: Terminal.print(text(of: promotion))
    case .json: Terminal.print(json(of: promotion).text(pretty: true))
    }
    guard let output else { return }
    let text = String(promotion.pact.fileText.dropLast())
    guard OutputFile(path: output).write(text, for: .owner, replacing: replacement.force) else {
      throw ExitCode.failure
    }
    if format == .text {
      Terminal.print(
        "\nwrote \(output); `ghostlight verify \(output)` holds it against \(provider)")
    }
  }

  /// Returns the recording with its secrets redacted.
  ///
  /// - Throws: `ExitCode` 1, after printing a line for each value that may still be secret.
  private func redacted(_ recording: Recording) throws -> Recording {
    try RecordingOutput(rules: redaction.rules, replaces: replacement.force)
      .refuseLeftovers(of: recording, in: file)
    return Redactor(redaction.rules).redact(recording)
  }

  private func writeDocuments() throws {
    let recording = try redacted(RecordingFile(file).recording())
    let found = RecordedDocuments(recording.exchanges, of: provider)
    guard !found.places.isEmpty else {
      Terminal.complain("\(file) shows no documents of \(provider) that it did not create itself")
      throw ExitCode(65)
    }
    var configuration = JSONObject()
    if let output, append, FileManager.default.fileExists(atPath: output) {
      let old = InputFile(path: output, what: "a configuration such as ghostlight.json")
      guard case .object(let members) = try old.json() else {
        throw old.broken("\(output): $: must be an object")
      }
      configuration = members
    }
    configuration[provider] = found.section(addedTo: configuration[provider])
    let text = JSON.object(configuration).text(pretty: true)
    switch format {
    case .json: Terminal.print(text)
    case .text:
      var table = Table("DOCUMENTS", "OF", "INFERRED")
      for place in found.places {
        let database = place.database.isEmpty ? "" : place.database + "/"
        table.add(
          String(found.count(of: place)), database + place.name, found.inference(of: place))
      }
      Terminal.print(table.text)
    }
    guard let output else {
      if format == .text { Terminal.print("\nnothing is written without --output") }
      return
    }
    let replaces = append || replacement.force
    guard OutputFile(path: output).write(text, for: .owner, replacing: replaces) else {
      throw ExitCode.failure
    }
    if format == .text {
      Terminal.print("\nwrote \(output); `ghostlight serve --config \(output)` starts with them")
    }
  }

  private func text(of promotion: ContractPromotion) -> String {
    var interactions = Table("ENTRIES", "INTERACTION", "GIVEN")
    for (numbers, interaction) in zip(promotion.numbers, promotion.pact.interactions) {
      interactions.add(
        PromotionArgument.ranges(of: numbers), interaction.description,
        interaction.states.map(\.name).joined(separator: ", "))
    }
    var text = interactions.text
    for interaction in promotion.pact.interactions {
      let found = promotion.inferences.filter { $0.interaction == interaction.description }
      guard !found.isEmpty else { continue }
      var table = Table("  PLACE", "INFERRED", "REASON")
      for inference in found { table.add("  " + inference.place, inference.rule, inference.reason) }
      text += "\n\n\(interaction.description)\n\(table.text)"
    }
    return output == nil ? text + "\n\nnothing is written without --output" : text
  }

  private func json(of promotion: ContractPromotion) -> JSON {
    let interactions = zip(promotion.numbers, promotion.pact.interactions).map {
      numbers, interaction -> JSON in
      let found = promotion.inferences.filter { $0.interaction == interaction.description }
      return [
        "description": .string(interaction.description),
        "entries": .array(numbers.map { .integer(Int64($0)) }),
        "states": .array(interaction.states.map { .string($0.name) }),
        "inferred": .array(
          found.map { inference in
            [
              "place": .string(inference.place), "rule": .string(inference.rule),
              "reason": .string(inference.reason),
            ]
          }),
      ]
    }
    return .array(interactions)
  }
}
