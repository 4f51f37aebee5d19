/// What cannot be in a test.
struct TestError: Error {}
