import { PresenterError } from './errors.ts'

/** How a client is set up. Everything but the key has a default. */
export interface PresenterVideoOptions {
  /** Default: the environment variable `PRESENTER_API_KEY`. */
  readonly apiKey?: string
  /** Base URL with its version, such as `https://video.example.com/api/v1`. Default: `PRESENTER_API_URL`. */
  readonly baseUrl?: string
  /** Milliseconds that a call may take, with all its retries. Default: one minute. */
  readonly timeoutMs?: number
  /** Retries after the first try. Default: 3. */
  readonly maxRetries?: number
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: typeof fetch
  /** Where each try is told of, without key, signature or script. Default: the console when `PRESENTER_LOG` is `debug`. */
  readonly log?: (line: string) => void
  /** An API key in a browser is everybody's. Set this only where every user may have it. */
  readonly dangerouslyAllowBrowser?: boolean
}

/** Options with their defaults filled in. */
export interface Settings {
  readonly apiKey: string
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly fetch: typeof fetch
  readonly log: (line: string) => void
}

const TIMEOUT_MS = 60_000
const MAX_RETRIES = 3

/** Fills in defaults and the environment. @throws PresenterError that says what is missing. */
export function settingsOf(options: PresenterVideoOptions): Settings {
  if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
    throw new PresenterError(
      'An API key in a browser can be read by everybody who opens the page. Call the API from your server.',
      null,
    )
  }
  return {
    apiKey: required(options.apiKey ?? environment('PRESENTER_API_KEY'), 'apiKey', 'PRESENTER_API_KEY'),
    baseUrl: required(
      options.baseUrl ?? environment('PRESENTER_API_URL'),
      'baseUrl',
      'PRESENTER_API_URL',
    ).replace(/\/+$/u, ''),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    log: options.log ?? (environment('PRESENTER_LOG') === 'debug' ? toConsole : () => {}),
  }
}

function toConsole(line: string): void {
  // oxlint-disable-next-line no-console -- it was asked for, by PRESENTER_LOG
  console.debug(line)
}

function required(value: string | undefined, option: string, variable: string): string {
  if (value !== undefined && value !== '') return value
  throw new PresenterError(`Pass ${option}, or set the environment variable ${variable}.`, null)
}

function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name]
}

function isBrowser(): boolean {
  return 'document' in globalThis && 'window' in globalThis
}
