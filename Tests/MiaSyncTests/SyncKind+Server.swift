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

  /// The marks that random edits set.
  ///
  /// For MIASync there is no permanent deletion, because other devices cannot detect it.
  var marks: [String] {
    switch self {
    case .baas: [Marks.push, Marks.push, Marks.push, Marks.trash]
    case .crud:
      [Marks.push, Marks.push, Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete]
    }
  }
}
