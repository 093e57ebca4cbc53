// Temporal's libraries load this file by its path, with `require`, and pack it into the bundle of workflows: hence CommonJS.
const { DefaultFailureConverter } = require('@temporalio/common')

/** Puts messages and stack traces of failures into a payload, so that the codec encrypts them too. */
exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
