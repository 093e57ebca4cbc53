import { useEffect, useState } from 'react'

/** The time in milliseconds, read anew every so often while it is needed. */
export function useNow(everyMs: number, isNeeded = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isNeeded) return
    const look = () => setNow(Date.now())
    // At once: what was read last may be from before it was needed.
    const first = setTimeout(look)
    const timer = setInterval(look, everyMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [everyMs, isNeeded])
  return now
}
