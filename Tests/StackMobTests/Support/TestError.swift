/// An error for a state that cannot occur in a test.
struct TestError: Error {}
