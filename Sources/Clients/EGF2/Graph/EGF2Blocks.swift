public import Foundation

/// Takes an object, or why there is none.
///
/// - Source: protocol reference B2.
public typealias ObjectBlock = (_ object: NSObject?, _ error: NSError?) -> Void

/// Takes objects with the number of all there are, or why there are none.
///
/// - Source: protocol reference B2.
public typealias ObjectsBlock = (_ objects: [NSObject]?, _ count: Int, _ error: NSError?) -> Void

/// Takes the result of an operation, or why it failed.
///
/// - Source: protocol reference B2.
public typealias Completion = (_ result: Any?, _ error: NSError?) -> Void
