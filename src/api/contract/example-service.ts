/** Where the service is reached in examples, without a slash at the end. */
export const EXAMPLE_SERVICE = 'https://video.example.com'
