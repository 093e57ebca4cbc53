/** When the page was reloaded for a part that was missing, in the storage of the tab. */
const RELOADED_AT = 'reloaded-for-missing-part'

/** The page is not reloaded again within this time. */
const LATELY_MS = 60_000

let isPartMissing = false

/**
 * Whether a script or a style of the application could not be loaded since this document was: the browser would not ask
 * for it again.
 */
export function lacksParts(): boolean {
  return isPartMissing
}

/**
 * Loads the application anew when a part of it is missing, once: after a release, an open tab knows the parts of the one
 * before. Without a connection nothing is loaded; the page that says so reloads when it is asked to try again.
 */
export function mendMissingParts(): void {
  window.addEventListener('vite:preloadError', () => {
    isPartMissing = true
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (!navigator.onLine || Date.now() - last < LATELY_MS) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}
