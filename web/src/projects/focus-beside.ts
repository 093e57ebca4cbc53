/**
 * Moves the focus from a card that goes away to the one beside it, so that whoever uses a keyboard is not thrown
 * back to the top; to the first link of the page when there is none.
 */
export function focusBeside(card: Element | null | undefined): void {
  const beside = card?.nextElementSibling ?? card?.previousElementSibling
  const place = beside?.querySelector('a') ?? document.querySelector<HTMLElement>('main a')
  place?.focus()
}
