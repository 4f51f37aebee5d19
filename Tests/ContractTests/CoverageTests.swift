import ContractLibrary
import GhostlightContracts
import Testing

@Suite struct `The contracts of a vendor` {
  private func coverage(_ vendor: Vendor) -> ContractCoverage {
    ContractCoverage(vendor.chapters.map(\.file), catalogue: vendor.catalogue)
  }

  @Test(arguments: Vendor.all)
  func `play every route`(_ vendor: Vendor) {
    let missing = coverage(vendor).routes.filter(\.interactions.isEmpty).map(\.name)
    #expect(missing == [])
  }

  @Test(arguments: Vendor.all)
  func `expect every refusal that a request can cause`(_ vendor: Vendor) {
    let missing = coverage(vendor).refusals.filter(\.interactions.isEmpty).map(\.name)
    #expect(missing == vendor.unreachable)
  }

  @Test(arguments: Vendor.all)
  func `name no route and no refusal that there is not`(_ vendor: Vendor) {
    #expect(coverage(vendor).unknown == [])
  }

  @Test(arguments: Vendor.all)
  func `say why each is believed`(_ vendor: Vendor) {
    #expect(coverage(vendor).unfounded == [])
    #expect(coverage(vendor).interactions >= vendor.fewest)
  }

  @Test(arguments: Vendor.all)
  func `have names of their own`(_ vendor: Vendor) {
    let names = vendor.chapters.flatMap { chapter in
      chapter.pact.interactions.map { "\(chapter): \($0.description)" }
    }
    #expect(Set(names).count == names.count)
  }
}
