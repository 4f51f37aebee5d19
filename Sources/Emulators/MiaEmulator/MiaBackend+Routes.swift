import GhostlightEmulation

/// Both generations' routes: each folder has its own rows, in the order of its manual.
extension MiaBackend {
  static let crudTable = RouteTable<MiaState>(crudRoutes)
  static let baasTable = RouteTable<MiaState>(baasRoutes)
}
