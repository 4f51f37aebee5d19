import Foundation
import Testing
import TestSupport

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `The ghostlight doctor command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the doctor command finds no problem for a server on free ports`() throws {
    let result = try Command.run("doctor", "--port-base", "0", "--no-config")
    #expect(result.code == 0)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n").map(String.init)
    let version = try Command.run("--version").output.dropLast()
    #expect(lines.first?.hasPrefix("ok       versions: ghostlight \(version), built with") == true)
    for part in [
      "port: control: a free one on 127.0.0.1 can be had", "port: cosmos: a free one",
      "folder: . (init and record write here)", "configuration: none", "certificates: no authority",
    ] { #expect(lines.contains { $0.contains(part) }, "\(part) is not in \(lines)") }
  }

  @Test func `the doctor command reports the process that uses a port and the remedy`() throws {
    let server = try RunningServer()
    let port = URL(string: server.control)?.port ?? 0
    let result = try Command.run(
      "doctor", "--port-base", "\(port)", "--only", "cosmos", "--cosmos-port", "0", "--no-config")
    #expect(result.code == 1)
    #if os(Linux)
      let process = server.command.identifier
      #expect(
        result.output.contains(
          """
          failure  port: control: \(port) on 127.0.0.1 is held by ghostlight, process \(process)
                   stop it: kill \(process), or choose another port with --port-base (0 takes any \
          free one)
          """), "\(result.output)")
    #else
      #expect(result.output.contains("lsof -nP -iTCP:\(port)"))
    #endif
  }

  @Test func `the JSON report has every configuration and folder failure with its remedy`()
    throws
  {
    let config = try folder.write(#"{"stackmob":{"x":1}}"#, to: "ghostlight.json")
    let file = try folder.write("", to: "file")
    let result = try Command.run(
      "doctor", "--json", "--port-base", "0", "--config", config, "--data", file + "/data")
    #expect(result.code == 1)
    #expect(result.errors == "")
    #expect(
      try Command.run(
        "doctor", "--format", "json", "--port-base", "0", "--config", config, "--data",
        file + "/data") == result)
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let object = json as? [String: Any] ?? [:]
    #expect(object["ok"] as? Bool == false)
    let findings = object["findings"] as? [[String: String]] ?? []
    let failures = findings.filter { $0["level"] == "failure" }
    #expect(failures.map { $0["check"] } == ["folder", "configuration"])
    #expect(failures.allSatisfy { $0["next"]?.isEmpty == false })
    #expect(
      failures.first?["text"]?.contains("cannot be created: \(file): it is not a folder") == true)
    #expect(failures.last?["text"]?.hasPrefix("\(config): $.stackmob.x: unknown member") == true)
  }

  @Test func `the doctor command reports the authority's end and whether it is trusted`() throws {
    let data = folder["data"]
    #expect(try Command.run("ca", "--data", data).code == 0)
    let (certificate, bundle) = (data + "/ca.pem", folder["bundle.pem"])
    try folder.write("", to: "bundle.pem")
    let arguments = ["doctor", "--port-base", "0", "--no-config", "--data", data]
    let strange = try Command.run(arguments, environment: ["SSL_CERT_FILE": bundle])
    #expect(strange.code == 0)
    let pattern = #/\/ca\.pem is valid until 20[0-9]{2}-[0-9-]+T[0-9:.]+Z/#
    #expect(strange.output.contains(pattern), "\(strange.output)")
    #if os(Linux)
      #expect(strange.output.contains("this system does not trust it\n"))
      #expect(strange.output.contains("`ghostlight ca --data \(data)` explains how to trust it"))
      let pem = try String(decoding: Data(contentsOf: URL(filePath: certificate)), as: UTF8.self)
      try folder.write("# ours\n" + pem, to: "bundle.pem")
      let known = try Command.run(arguments, environment: ["SSL_CERT_FILE": bundle])
      #expect(known.output.contains("and this system trusts it"), "\(known.output)")
    #endif
  }

  @Test func `a damaged authority is a failure only if HTTPS is enabled`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["data"], withIntermediateDirectories: true)
    try folder.write("no certificate", to: "data/ca.pem")
    try folder.write("no key", to: "data/ca-key.pem")
    let arguments = ["doctor", "--port-base", "0", "--no-config", "--data", folder["data"]]
    let without = try Command.run(arguments)
    #expect(without.code == 0)
    #expect(without.output.contains("warning  certificates: the certificate authority in "))
    let with = try Command.run(arguments + ["--tls"])
    #expect(with.code == 1)
    #expect(with.output.contains("failure  certificates: the certificate authority in "))
  }

  @Test func `listening sockets, but no connections, are found in the kernel's table`() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1130 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 77 1
         1: 0100007F:1130 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 78 1
         2: 0100007F:1131 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 79 1
      """
    #expect(PortHolder.sockets(in: table, 0x1130) == ["socket:[77]"])
    #expect(PortHolder.sockets(in: table, 80) == [])
  }
}
