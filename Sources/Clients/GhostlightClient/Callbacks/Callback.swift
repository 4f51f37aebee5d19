/// A block of the app on its way to the queue that calls it.
///
/// The vendors' blocks are plain ones: an app lets them touch its screen and assign to its variables.
/// Only blocks that share nothing could be declared `@Sendable`. The SDKs keep the vendors' terms: a
/// block is called on the queue that the app named, one call at a time, and touched nowhere else.
/// That is more than the compiler can check, so this is the one place that vouches for it.
package struct Callback<Block>: Sendable {
  /// The block; to be called on its queue alone.
  nonisolated(unsafe) package let block: Block

  package init(_ block: Block) { self.block = block }
}
