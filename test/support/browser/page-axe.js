/**
 * Runs in a page before its own scripts: has axe look at the page when a test asks for it.
 *
 * Most of what axe takes is colours: for each text and each link it collects anew what is drawn around it. Those that are
 * drawn alike before the same things have the same contrast. So the ways in which texts and links are drawn are described
 * first, and axe looks at the colours of those alone of which none has passed yet, on whatever page.
 */
{
  const TEXT = 'data-asked-as-text'
  const LINK = 'data-asked-as-link'
  /** The rules that depend on colours, and what each is asked about. */
  const ASKED = { 'color-contrast': `[${TEXT}]`, 'link-in-text-block': `:is(a[href], [role=link])[${LINK}]` }
  /** Elements by the way in which they are drawn, as they were described last. */
  let ways = []

  globalThis.accessibility = {
    /** The ways in which texts and links of the page are drawn. */
    describe() {
      const drawn = drawnElements()
      const byWay = Map.groupBy(drawn, ({ way }) => way)
      ways = [...byWay.values()]
      return [...byWay.keys()]
    },

    /**
     * What axe finds, and which ways have passed.
     *
     * @param rules `all`, or `colours` for those alone that depend on colours.
     * @param unknown numbers of ways: axe does not look at the colours of others.
     */
    async look(rules, unknown) {
      const asked = unknown.flatMap((number) => ways[number].map((one) => ({ ...one, number })))
      for (const { element, mark } of asked) element.setAttribute(mark, '')
      const { passed, violations } = await lookAt(rules)
      for (const { element, mark } of asked) element.removeAttribute(mark)
      const numbers = asked
        .filter(({ element, mark }) => passed[mark].has(element))
        .map(({ number }) => number)
      return { violations, passed: [...new Set(numbers)] }
    },
  }

  /** Texts and links that can be seen, and the way in which each is drawn. */
  function drawnElements() {
    const effects = new Map()
    const [texts, links, painted] = [[], [], []]
    for (const element of document.querySelectorAll('*')) {
      const style = getComputedStyle(element)
      const effect = `${effects.get(element.parentElement) ?? ''}${effectOf(style)}`
      effects.set(element, effect)
      const paint = paintOf(style)
      const isText = hasText(element)
      // Others stand in no line of text.
      const isLink = style.display === 'inline' && element.matches('a[href], [role=link]')
      if (!isText && !isLink && paint === null) continue
      const box = element.getBoundingClientRect()
      if (!isSeen(element, box)) continue
      if (paint !== null) painted.push({ box, paint: `${paint} ${effect}` })
      const drawn = { element, box, ink: `${inkOf(style)} ${effect}` }
      if (isText) texts.push(drawn)
      if (isLink) links.push({ ...drawn, ink: `${drawn.ink} ${shapeOf(style)}` })
    }
    const wayOf = ({ ink, box }) => [ink, ...behind(box, painted)].join('\n')
    const wayOfBlock = (block) => {
      const style = getComputedStyle(block)
      const ink = `${inkOf(style)} ${effects.get(block)} ${shapeOf(style)}`
      return wayOf({ ink, box: block.getBoundingClientRect() })
    }
    return [
      ...texts.map((text) => ({ element: text.element, mark: TEXT, way: wayOf(text) })),
      ...links.map((link) => ({
        element: link.element,
        mark: LINK,
        way: `${wayOf(link)}\nin ${wayOfBlock(blockAround(link.element))}`,
      })),
    ]
  }

  function hasText(element) {
    return (
      ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName) ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    )
  }

  /** False for what is there for screen readers alone. */
  function isSeen(element, { width, height, right, bottom }) {
    const hasPlace = width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0
    return hasPlace && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  function blockAround(element) {
    let block = element.parentElement
    while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
      block = block.parentElement
    return block
  }

  /** What changes the colours of an element and of all within it. */
  function effectOf({ opacity, filter, mixBlendMode }) {
    const all = `${opacity} ${filter} ${mixBlendMode}`
    return all === '1 none normal' ? '' : `(${all})`
  }

  /** What an element draws behind its text, and before or behind others; null for nothing. */
  function paintOf(style) {
    const { backgroundColor: colour, backgroundImage: image } = style
    if (colour === 'rgba(0, 0, 0, 0)' && image === 'none') return null
    return `${colour} ${image} ${style.backgroundClip} ${style.position} ${style.zIndex}`
  }

  function inkOf(style) {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor } = style
    return `${color} ${fontSize} ${fontWeight} ${textShadow} ${webkitTextStroke} ${webkitTextFillColor}`
  }

  /** What else tells a link from the text around it. */
  function shapeOf(style) {
    const { display, fontFamily, fontStyle, textDecoration, borderTop, borderBottom, outline } = style
    const lines = `${textDecoration} ${borderTop} ${borderBottom} ${outline}`
    return `${display} ${fontFamily} ${fontStyle} ${lines} ${style.backgroundColor} ${style.backgroundImage}`
  }

  /** What is drawn where a box is, in all of it or in a part. */
  function behind(box, painted) {
    return painted
      .filter(
        (other) =>
          other.box.left < box.right &&
          other.box.right > box.left &&
          other.box.top < box.bottom &&
          other.box.bottom > box.top,
      )
      .map(({ box: other, paint }) => {
        const isWhole =
          other.left <= box.left &&
          other.right >= box.right &&
          other.top <= box.top &&
          other.bottom >= box.bottom
        return isWhole ? paint : `${paint} in part`
      })
  }

  async function lookAt(rules) {
    if (!globalThis.axe) {
      globalThis.loadAxe()
      globalThis.axe.configure({ rules: Object.entries(ASKED).map(([id, selector]) => ({ id, selector })) })
    }
    const passed = {}
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      ...(rules === 'colours' && { runOnly: Object.keys(ASKED) }),
      reporter(results, options, done, failed) {
        passed[TEXT] = passedBy('color-contrast', results)
        passed[LINK] = passedBy('link-in-text-block', results)
        globalThis.axe.getReporter('v1')(results, options, done, failed)
      },
    })
    return { passed, violations }
  }

  /** What a rule has seen, and has nothing against. */
  function passedBy(rule, results) {
    const { passes = [] } = results.find(({ id }) => id === rule) ?? {}
    const seen = passes.filter(({ any }) => any.every(({ data }) => data?.messageKey !== 'hidden'))
    return new Set(seen.map(({ node }) => node.element))
  }
}
