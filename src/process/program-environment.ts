/**
 * Decides which variables of this process's environment the programs that it starts can see.
 *
 * The environment of the service holds its secrets: the master key, the password of the database, the
 * keys of speech servers. Whatever it starts is given the names listed here and no others, so a new
 * secret is kept from it without anyone having to think of it.
 */

/** Where programs, libraries, homes and temporary folders are; language and time zone. */
const SYSTEM = words('PATH HOME USER LOGNAME SHELL TMPDIR TMP TEMP LANG LANGUAGE TZ TZDIR')
/** Settings of the runtimes: Node's, and Go's for the Temporal server. */
const RUNTIMES = words('NODE_ENV NODE_ICU_DATA UV_THREADPOOL_SIZE GOMAXPROCS GOMEMLIMIT GOGC')
/** Windows starts hardly any program without these. */
const WINDOWS = words(
  'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE USERPROFILE ' +
    'HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86)',
)
/** Locales, the dynamic linkers of Linux and macOS, the C library's allocator, and where users keep caches. */
const SYSTEM_PREFIXES = words('LC_ LD_ DYLD_ MALLOC_ XDG_')

/** Proxies, and the certificates to trust. */
const NETWORK = words(
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE ' +
    'NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA NODE_USE_ENV_PROXY',
)
/** Where Go gets modules from and keeps them. Not all that begins with GO: GOOGLE_ does, too. */
const GO = words(
  'GOPROXY GOFLAGS GOROOT GOPATH GOCACHE GOMODCACHE GOENV GOTOOLCHAIN GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE ' +
    'GOINSECURE',
)
/** Settings of pip and Python. */
const PYTHON_PREFIXES = words('PIP_ PYTHON PYENV_')

/** The environment of programs that only compute: nothing in it leads anywhere or opens anything. */
export function bareEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return only(env, [...SYSTEM, ...RUNTIMES, ...WINDOWS], SYSTEM_PREFIXES)
}

/** The environment of programs that fetch others: proxies and registries as well, with their passwords. */
export function downloadEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...bareEnvironment(env), ...only(env, [...NETWORK, ...GO], PYTHON_PREFIXES) }
}

/** Proxies are written in small letters too, and Windows does not tell `Path` from `PATH`. */
function only(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  prefixes: readonly string[],
): NodeJS.ProcessEnv {
  const isListed = (name: string): boolean =>
    names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(env).filter(([name]) => isListed(name.toUpperCase())))
}

function words(text: string): string[] {
  return text.split(' ')
}
