import GhostlightSync
import SyncFixtures
import SyncScenarios

extension SyncKind {
  func server(_ project: MiaProject) -> any NewsServer {
    switch self {
    case .baas: BaaSServer(project: project)
    case .crud: CRUDServer(project: project)
    }
  }

  /// The marks of random edits.
  ///
  /// MIASync's marks do not include permanent deletions, which other devices cannot detect.
  var marks: [String] {
    switch self {
    case .baas: [Marks.push, Marks.push, Marks.push, Marks.trash]
    case .crud:
      [Marks.push, Marks.push, Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete]
    }
  }
}
