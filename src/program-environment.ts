/**
 * What the programs that this process starts see of its environment.
 *
 * The environment of the service holds its secrets: the master key, the password of the database, the
 * keys of speech servers. Whatever it starts is given the names listed here and no others, so a new
 * secret is kept from it without anyone having to think of it.
 */

/** Names that programs, their libraries and their runtimes are found, started and set up by. */
const FOR_EVERY_PROGRAM = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'LANGUAGE', 'TZ', 'TZDIR'],
  // Node and libuv.
  ...['NODE_ENV', 'NODE_ICU_DATA', 'UV_THREADPOOL_SIZE'],
  // Go, which the Temporal server is written in.
  ...['GOMAXPROCS', 'GOMEMLIMIT', 'GOGC'],
  // Windows starts hardly anything without these.
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'OS', 'NUMBER_OF_PROCESSORS'],
  ...['PROCESSOR_ARCHITECTURE', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
]

/** Locales, the dynamic linkers of Linux and macOS, the C library's allocator, and where users keep caches. */
const PREFIXES_FOR_EVERY_PROGRAM = ['LC_', 'LD_', 'DYLD_', 'MALLOC_', 'XDG_']

/** Ways to the internet, whom to trust there, and the settings of Node, pip and Go that say where to look. */
const FOR_DOWNLOADS = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE'],
  ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'NODE_USE_ENV_PROXY'],
  ...['GOPROXY', 'GOFLAGS', 'GOROOT', 'GOPATH', 'GOCACHE', 'GOMODCACHE', 'GOENV', 'GOTOOLCHAIN'],
  ...['GOSUMDB', 'GONOSUMDB', 'GONOPROXY', 'GOPRIVATE', 'GOINSECURE'],
]
const PREFIXES_FOR_DOWNLOADS = ['PIP_', 'PYTHON', 'PYENV_']

/** The environment of programs that only compute: nothing in it leads anywhere or opens anything. */
export function bareEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return only(env, FOR_EVERY_PROGRAM, PREFIXES_FOR_EVERY_PROGRAM)
}

/** The environment of programs that fetch others: proxies and registries as well, with their passwords. */
export function downloadEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return only(
    env,
    [...FOR_EVERY_PROGRAM, ...FOR_DOWNLOADS],
    [...PREFIXES_FOR_EVERY_PROGRAM, ...PREFIXES_FOR_DOWNLOADS],
  )
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
