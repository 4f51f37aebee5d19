/// The kind of service that serves the requests of a scenario.
package enum Executor: Sendable, CaseIterable, CustomStringConvertible {
  case inProcess
  case overHTTP
  case fromRecording

  package var description: String {
    switch self {
    case .inProcess: "in process"
    case .overHTTP: "over HTTP"
    case .fromRecording: "from a recording"
    }
  }
}
