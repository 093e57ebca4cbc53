/** Base URL of the service in examples, without a trailing slash. */
export const EXAMPLE_SERVICE = 'https://video.example.com'
