/** Coins and notes: one, several, and the hundredth part. */
export interface Currency {
  readonly one: string
  readonly several: string
  readonly cent: string
  readonly cents: string
}

const dollar = (whose: string): Currency => ({
  one: `${whose}dollar`,
  several: `${whose}dollars`,
  cent: 'cent',
  cents: 'cents',
})
const money = (one: string, several: string, cent: string, cents: string): Currency => ({
  one,
  several,
  cent,
  cents,
})

const DOLLAR = dollar('')
const POUND = money('pound', 'pounds', 'penny', 'pence')
const EURO = money('euro', 'euros', 'cent', 'cents')
const YEN = money('yen', 'yen', 'sen', 'sen')
const RUPEE = money('rupee', 'rupees', 'paisa', 'paise')
const WON = money('won', 'won', 'jeon', 'jeon')
const RUBLE = money('ruble', 'rubles', 'kopeck', 'kopecks')
const LIRA = money('lira', 'lira', 'kurush', 'kurush')
const HRYVNIA = money('hryvnia', 'hryvnias', 'kopeck', 'kopecks')
const SHEKEL = money('shekel', 'shekels', 'agora', 'agorot')
const BAHT = money('baht', 'baht', 'satang', 'satang')
const PESO = money('peso', 'pesos', 'centavo', 'centavos')
const NAIRA = money('naira', 'naira', 'kobo', 'kobo')
const DONG = money('dong', 'dong', 'hao', 'hao')
const ZLOTY = money('zloty', 'zlotys', 'grosz', 'groszy')
const BITCOIN = money('bitcoin', 'bitcoins', 'cent', 'cents')
const REAL = money('real', 'reais', 'centavo', 'centavos')
const crown = (whose: string): Currency => money(`${whose}krona`, `${whose}kronor`, 'ore', 'ore')

/** Currency signs, the longer before those they end with. */
const SIGNS: ReadonlyMap<string, Currency> = new Map([
  ['US$', dollar('U S ')],
  ['AU$', dollar('Australian ')],
  ['CA$', dollar('Canadian ')],
  ['NZ$', dollar('New Zealand ')],
  ['HK$', dollar('Hong Kong ')],
  ['NT$', dollar('Taiwan ')],
  ['MX$', money('Mexican peso', 'Mexican pesos', 'centavo', 'centavos')],
  ['A$', dollar('Australian ')],
  ['C$', dollar('Canadian ')],
  ['S$', dollar('Singapore ')],
  ['R$', REAL],
  ['$', DOLLAR],
  ['£', POUND],
  ['€', EURO],
  ['¥', YEN],
  ['₹', RUPEE],
  ['₩', WON],
  ['₽', RUBLE],
  ['₺', LIRA],
  ['₴', HRYVNIA],
  ['₪', SHEKEL],
  ['฿', BAHT],
  ['₱', PESO],
  ['₦', NAIRA],
  ['₫', DONG],
  ['₿', BITCOIN],
  ['zł', ZLOTY],
])

/** Codes of ISO 4217 that a script is likely to hold. */
const CODES: ReadonlyMap<string, Currency> = new Map([
  ['USD', dollar('U S ')],
  ['EUR', EURO],
  ['GBP', POUND],
  ['JPY', YEN],
  ['CHF', money('Swiss franc', 'Swiss francs', 'centime', 'centimes')],
  ['CAD', dollar('Canadian ')],
  ['AUD', dollar('Australian ')],
  ['NZD', dollar('New Zealand ')],
  ['SGD', dollar('Singapore ')],
  ['HKD', dollar('Hong Kong ')],
  ['CNY', money('yuan', 'yuan', 'fen', 'fen')],
  ['RMB', money('yuan', 'yuan', 'fen', 'fen')],
  ['INR', RUPEE],
  ['SEK', crown('Swedish ')],
  ['NOK', money('Norwegian krone', 'Norwegian kroner', 'ore', 'ore')],
  ['DKK', money('Danish krone', 'Danish kroner', 'ore', 'ore')],
  ['PLN', ZLOTY],
  ['CZK', money('Czech crown', 'Czech crowns', 'heller', 'hellers')],
  ['HUF', money('forint', 'forints', 'filler', 'fillers')],
  ['RUB', RUBLE],
  ['UAH', HRYVNIA],
  ['BRL', REAL],
  ['MXN', money('Mexican peso', 'Mexican pesos', 'centavo', 'centavos')],
  ['ZAR', money('rand', 'rand', 'cent', 'cents')],
  ['KRW', WON],
  ['ILS', SHEKEL],
  ['AED', money('dirham', 'dirhams', 'fils', 'fils')],
  ['SAR', money('Saudi riyal', 'Saudi riyals', 'halala', 'halalas')],
  ['THB', BAHT],
  ['NGN', NAIRA],
  ['BTC', BITCOIN],
])

const CURRENCIES = new Map([...SIGNS, ...CODES])

/** Any sign or code of a currency, as the source of a pattern. */
export const CURRENCY = `(?:${[...CURRENCIES.keys()].join('|').replaceAll('$', String.raw`\$`)})`

/** The currency of a sign or code. */
export function currencyNamed(symbol: string): Currency | undefined {
  return CURRENCIES.get(symbol)
}
