import { digits } from '../numerals.ts'
import type { Groups, Neighbours } from '../tokens.ts'

/** What is followed by a number to copy rather than to count. */
const CODE_WORDS =
  /^(?:id|pin|code|serial|zip|postcode|extension|ext|ticket|invoice|order|account|dial|call|flight|passcode|password|sku|upc|ean|isbn)$/iu

/** The states of America, before whose codes of the post stand their own. */
const STATES =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/u

/** Whether a number is one to copy rather than to count, by what stands around it. */
export function isCode(number: string, { previous, next, at }: Neighbours): boolean {
  if (!/^\d+$/u.test(number)) return false
  if (number.length === 5 && STATES.test(previous)) return true
  if (number.length > 3 && /^no$/iu.test(previous) && CODE_WORDS.test(at(-2))) return true
  if (/^(?:call|dial)$/iu.test(previous)) return true
  return (
    (number.length === 3 && /^\d{3}-\d{4}$/u.test(next)) || (number.length > 3 && CODE_WORDS.test(previous))
  )
}

/** `192.168.0.1:80`. */
export function sayInternetAddress({ call = '', port }: Groups): string {
  const address = call.split('.').map(digits).join(' dot ')
  return port === undefined ? address : `${address} colon ${digits(port)}`
}
