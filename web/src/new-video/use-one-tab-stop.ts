import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Makes the cards of a radio group one stop of the Tab key, as browsers do with radio buttons: the chosen card, or the
 * first one. Arrow keys go from card to card.
 *
 * @returns for the element around the cards.
 */
export function useOneTabStop(): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null)
  // After each render: what is chosen and what is there may have changed.
  useEffect(() => {
    const cards = [...(around.current?.querySelectorAll<HTMLElement>('[role="radio"]:not([disabled])') ?? [])]
    const stop = cards.find((card) => card.getAttribute('aria-checked') === 'true') ?? cards[0]
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1
  })
  return around
}
