/**
 * The characters that the bundled fonts can draw: the Latin, Greek and Cyrillic scripts with their punctuation and
 * currency signs (the parts of Inter that are loaded for drawing). Directional controls and invisible characters are
 * excluded, so that the drawn text is what was written.
 */
const DRAWABLE =
  /^[\u0300\u0301\u0303\u0304\u0308\u0309\u0323\u0329 -~\u00A0-\u02FF\u0370-\u0377\u037A-\u037F\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u052F\u1C80-\u1C8A\u1D00-\u1DBF\u1E00-\u1FFF\u2009\u2010-\u2027\u202F-\u205E\u20A0-\u20C0\u2113\u2116\u2122\u2191\u2193\u2212\u2215\u2C60-\u2C7F\uA640-\uA69F\uA720-\uA7FF]*$/u

/** Whether every character of a text can be drawn. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text)
}

/** Composes accents with their letters and removes characters that cannot be drawn, such as emoji. */
export function drawablePart(text: string): string {
  return Array.from(text.normalize('NFC'))
    .filter((sign) => DRAWABLE.test(sign))
    .join('')
}
