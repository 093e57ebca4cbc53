/** Status, action and retryable of each code: specification section 7, and the decisions on `action` and `retryable`. */
export const PROMISED_ERRORS = {
  invalid_api_key: [401, 'replace_key', false],
  key_revoked: [401, 'replace_key', false],
  allowance_exceeded: [402, 'upgrade', false],
  plan_required: [402, 'upgrade', false],
  twin_not_ready: [409, 'refresh', false],
  not_found: [404, 'refresh', false],
  invalid_request: [400, 'fix_request', false],
  script_too_long: [400, 'shorten_script', false],
  rate_limited: [429, 'wait', true],
  concurrency_limit: [429, 'wait', true],
  daily_limit: [429, 'wait_until_tomorrow', false],
  render_failed: [500, 'retry_once', true],
  service_unavailable: [503, 'wait', true],
} as const
