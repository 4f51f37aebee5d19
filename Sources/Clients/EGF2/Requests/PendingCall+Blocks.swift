import Foundation

extension PendingCall where Value == ObjectRecord {
  /// Starts the call and tells the object.
  func deliver(to block: ObjectBlock?) {
    deliver { (result: Result<NSObject, NSError>) in
      switch result {
      case .success(let object): block?(object, nil)
      case .failure(let error): block?(nil, error)
      }
    }
  }
}

extension PendingCall where Value == PageRecord {
  /// Starts the call and tells the objects with the number of all.
  func deliver(to block: ObjectsBlock?) {
    deliver { (result: Result<EGF2Page, NSError>) in
      switch result {
      case .success(let page): block?(page.objects, page.count, nil)
      case .failure(let error): block?(nil, 0, error)
      }
    }
  }
}

extension PendingCall where Value == Done {
  /// Starts the call and tells that it is done.
  func deliver(to block: Completion?) {
    deliver { (result: Result<Void, NSError>) in
      switch result {
      case .success: block?(nil, nil)
      case .failure(let error): block?(nil, error)
      }
    }
  }
}

extension PendingCall where Value == Finding {
  /// Starts the call and tells the answer; false where there is none.
  func deliver(to block: @escaping (Bool, NSError?) -> Void) {
    deliver { (result: Result<Bool, NSError>) in
      switch result {
      case .success(let isPositive): block(isPositive, nil)
      case .failure(let error): block(false, error)
      }
    }
  }
}

extension EGF2Graph {
  /// A call of this graph.
  func call<Value: Deliverable>(
    _ work: @escaping PendingCall<Value>.Work
  ) -> PendingCall<Value> {
    PendingCall(graph: self, work: work)
  }
}
