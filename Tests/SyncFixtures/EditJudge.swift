/// A judge for tests in which several devices edit the objects of one service.
///
/// It fails a test if an edit is lost without a recorded reason. Each edit sets its object to a
/// value that no other edit sets, the edit's token. A removal has a token too. The test reports
/// each edit, each decision of a merge policy, and the objects of the service after each step:
///
/// ```swift
/// judge.edit("t7", of: "note", on: "a", replacing: "t3")
/// judge.see(["note": "t7"], writtenBy: "a")     // after device a has synchronised
/// judge.decide("server wins", on: "b", drops: "t5")
/// #expect(judge.verdict == [])
/// ```
///
/// An edit is not lost if it reached the service, if a later edit on its device replaced it, or if
/// a decision dropped it.
///
/// A device may overwrite only values that it has seen, or that one of its decisions dropped.
/// Changes that are made directly at the service may overwrite any value.
package struct EditJudge: Sendable {
  private struct Edit: Sendable {
    let token: String
    let object: String
    let device: String
    /// The object's token on the device before the edit; `nil` for a new object.
    let old: String?
    let removes: Bool
    /// Whether the edit has reached the service.
    var hasArrived = false
    /// The token of the later edit that replaced this edit on the same device; `nil` if there is
    /// none.
    var successor: String?
    /// The record of the decision that dropped this edit; `nil` if none did.
    var decision: String?

    var isOpen: Bool { !hasArrived && successor == nil && decision == nil }
  }

  private var edits: [String: Edit] = [:]
  private var order: [String] = []
  /// The tokens of the service's objects by object name, with `nil` for removed objects.
  private var served: [String: String?] = [:]
  /// The tokens that each device may overwrite although it has not seen them, by device name.
  private var overruled: [String: Set<String>] = [:]
  /// The errors found so far: values that were overwritten unseen, and values of unknown origin.
  private var faults: [String] = []

  package init() {}

  // MARK: Events

  /// Reports an edit that a device has saved or marked, and must therefore send to the service.
  ///
  /// - Parameters:
  ///   - token: The object's value after the edit, or a unique name for a removal.
  ///   - object: The object's name.
  ///   - device: The device's name; for a change made directly at the service, any other name.
  ///   - old: The object's token on the device before the edit; `nil` for a new object.
  ///   - removes: Whether the edit removes the object.
  package mutating func edit(
    _ token: String, of object: String, on device: String, replacing old: String?,
    removes: Bool = false
  ) {
    let edit = Edit(token: token, object: object, device: device, old: old, removes: removes)
    edits[token] = edit
    order.append(token)
    if let old, edits[old]?.device == device { edits[old]?.successor = token }
  }

  /// Reports a decision of a merge policy, by which a device drops an edit.
  ///
  /// The dropped token is that of the device's edit if the service wins, and the service's
  /// otherwise.
  package mutating func decide(_ record: String, on device: String, drops token: String) {
    guard edits[token]?.device == device else {
      overruled[device, default: []].insert(token)
      return
    }
    edits[token]?.decision = record
  }

  /// Returns the token of a removal that the device has not sent yet; `nil` if there is none.
  package func openRemoval(of object: String, on device: String) -> String? {
    order.last { token in
      guard let edit = edits[token] else { return false }
      return edit.object == object && edit.device == device && edit.removes && edit.successor == nil
        && edit.decision == nil
    }
  }

  /// Reports that a device wanted to remove an object and found it already removed at the service.
  package mutating func settleRemoval(of object: String, on device: String) {
    if let token = openRemoval(of: object, on: device) { edits[token]?.hasArrived = true }
  }

  /// Reports the objects of the service after a step, and checks all changes since the last step.
  ///
  /// - Parameters:
  ///   - objects: The service's tokens by object name, with `nil` for an object that counts as
  ///     removed.
  ///   - device: The name of the device that made the step; `nil` if no editing device did.
  ///   - removals: The tokens of removals by object name that the device may still send, although a
  ///     later edit has replaced them in the app.
  package mutating func see(
    _ objects: [String: String?], writtenBy device: String?, removals: [String: String] = [:]
  ) {
    for object in Set(objects.keys).union(served.keys).sorted() {
      let (old, new) = (served[object], objects[object] ?? .some(nil))
      guard old != new else { continue }
      if old == nil, new == .some(nil) { continue }
      served[object] = new
      let removal = device.flatMap { openRemoval(of: object, on: $0) } ?? removals[object]
      arrive(object, (new ?? nil) ?? removal, over: old, by: device)
    }
  }

  private mutating func arrive(
    _ object: String, _ token: String?, over old: String??, by device: String?
  ) {
    guard let token else {
      if let device {
        faults.append("\(device) removes \(object), without an edit that asks for it")
      }
      return
    }
    guard let device else {
      edits[token]?.hasArrived = true
      return
    }
    guard edits[token]?.device == device else {
      return faults.append("\(device) writes \(token) to \(object), which is not its edit")
    }
    edits[token]?.hasArrived = true
    guard let old else { return }
    let isKnown =
      old.map { isSeen($0, by: token, on: device) } ?? hasSeenRemoval(token, object, device)
    if !isKnown {
      faults.append("\(device) overwrites \(old ?? "the removal") of \(object) by \(token), unseen")
    }
  }

  private func isSeen(_ old: String, by token: String, on device: String) -> Bool {
    overruled[device]?.contains(old) == true || ancestors(of: token).contains(old)
  }

  /// Returns whether the device had seen the removal of an object before it created the object
  /// again.
  private func hasSeenRemoval(_ token: String, _ object: String, _ device: String) -> Bool {
    if ancestors(of: token).contains(where: { edits[$0]?.removes == true }) { return true }
    return (overruled[device] ?? []).contains {
      edits[$0]?.object == object && edits[$0]?.removes == true
    }
  }

  /// Returns the tokens of all earlier edits on which an edit is based, on any device.
  private func ancestors(of token: String) -> Set<String> {
    var found: Set<String> = []
    var next = edits[token]?.old
    while let token = next, found.insert(token).inserted { next = edits[token]?.old }
    return found
  }

  // MARK: The verdict

  /// The lost edits and all other errors, each as one line; empty if the test passes.
  package var verdict: [String] {
    faults
      + order.compactMap { token in
        guard let edit = edits[token], edit.isOpen else { return nil }
        if edit.removes, (served[edit.object] ?? nil) == nil { return nil }
        return "\(edit.device) loses \(token) of \(edit.object)"
      }
  }
}
