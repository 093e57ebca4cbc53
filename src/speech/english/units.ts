/** Powers of ten as written after an amount; keys as written, since `m` and `M` differ as units. */
export const MAGNITUDES: ReadonlyMap<string, string> = new Map([
  ['k', 'thousand'],
  ['K', 'thousand'],
  ['m', 'million'],
  ['M', 'million'],
  ['mn', 'million'],
  ['mm', 'million'],
  ['MM', 'million'],
  ['bn', 'billion'],
  ['b', 'billion'],
  ['B', 'billion'],
  ['tn', 'trillion'],
  ['T', 'trillion'],
])

/** The same powers of ten, written out. */
export const MAGNITUDE_WORDS: ReadonlySet<string> = new Set([
  'hundred',
  'thousand',
  'million',
  'billion',
  'trillion',
])

/** What a unit is called: one, and several. */
export type UnitNames = readonly [one: string, several: string]

const named = (one: string, several = `${one}s`): UnitNames => [one, several]
const per = (one: string, what: string): UnitNames => [`${one} per ${what}`, `${one}s per ${what}`]
const same = (name: string): UnitNames => [name, name]

/** Units of measure. Keys as written; those that no other unit shares are looked up in lower case too. */
const UNITS: ReadonlyMap<string, UnitNames> = new Map([
  // Length, area, volume.
  ['km', named('kilometer')],
  ['m', named('meter')],
  ['dm', named('decimeter')],
  ['cm', named('centimeter')],
  ['mm', named('millimeter')],
  ['μm', named('micrometer')],
  ['nm', named('nanometer')],
  ['mi', named('mile')],
  ['ft', named('foot', 'feet')],
  ['yd', named('yard')],
  ['m²', named('square meter')],
  ['m2', named('square meter')],
  ['sqm', named('square meter')],
  ['km²', named('square kilometer')],
  ['km2', named('square kilometer')],
  ['cm²', named('square centimeter')],
  ['ft²', named('square foot', 'square feet')],
  ['sqft', named('square foot', 'square feet')],
  ['ha', named('hectare')],
  ['m³', named('cubic meter')],
  ['m3', named('cubic meter')],
  ['cm³', named('cubic centimeter')],
  ['l', named('liter')],
  ['L', named('liter')],
  ['dl', named('deciliter')],
  ['cl', named('centiliter')],
  ['ml', named('milliliter')],
  ['μl', named('microliter')],
  ['qt', named('quart')],
  ['gal', named('gallon')],
  ['tsp', named('teaspoon')],
  ['tbsp', named('tablespoon')],
  // Speed and weight.
  ['km/h', per('kilometer', 'hour')],
  ['kph', per('kilometer', 'hour')],
  ['kmh', per('kilometer', 'hour')],
  ['mph', per('mile', 'hour')],
  ['mpg', per('mile', 'gallon')],
  ['m/s', per('meter', 'second')],
  ['m/s²', ['meter per second squared', 'meters per second squared']],
  ['kg', named('kilogram')],
  ['g', named('gram')],
  ['mg', named('milligram')],
  ['μg', named('microgram')],
  ['mcg', named('microgram')],
  ['lb', named('pound')],
  ['lbs', named('pound')],
  ['oz', named('ounce')],
  // Warmth, angles and energy.
  ['°', named('degree')],
  ['°c', ['degree celsius', 'degrees celsius']],
  ['°f', ['degree fahrenheit', 'degrees fahrenheit']],
  ['°n', ['degree north', 'degrees north']],
  ['°s', ['degree south', 'degrees south']],
  ['°e', ['degree east', 'degrees east']],
  ['°w', ['degree west', 'degrees west']],
  ['kcal', named('kilocalorie')],
  ['cal', named('calorie')],
  ['kj', named('kilojoule')],
  // Time.
  ['h', named('hour')],
  ['hr', named('hour')],
  ['hrs', named('hour')],
  ['min', named('minute')],
  ['mins', named('minute')],
  ['s', named('second')],
  ['sec', named('second')],
  ['secs', named('second')],
  ['ms', named('millisecond')],
  ['μs', named('microsecond')],
  ['ns', named('nanosecond')],
  ['yr', named('year')],
  ['yrs', named('year')],
  ['wk', named('week')],
  ['wks', named('week')],
  ['mo', named('month')],
  ['mos', named('month')],
  // Electricity and sound.
  ['hz', same('hertz')],
  ['khz', same('kilohertz')],
  ['mhz', same('megahertz')],
  ['ghz', same('gigahertz')],
  ['w', named('watt')],
  ['kw', named('kilowatt')],
  ['MW', named('megawatt')],
  ['GW', named('gigawatt')],
  ['TW', named('terawatt')],
  ['wh', named('watt hour')],
  ['kwh', named('kilowatt hour')],
  ['MWh', named('megawatt hour')],
  ['GWh', named('gigawatt hour')],
  ['TWh', named('terawatt hour')],
  ['v', named('volt')],
  ['kv', named('kilovolt')],
  ['ma', named('milliamp')],
  ['mah', named('milliamp hour')],
  ['ω', named('ohm')],
  ['db', named('decibel')],
  ['hp', same('horsepower')],
  ['rpm', ['revolution per minute', 'revolutions per minute']],
  ['bpm', per('beat', 'minute')],
  ['psi', ['pound per square inch', 'pounds per square inch']],
  ['mmHg', ['millimeter of mercury', 'millimeters of mercury']],
  ['atm', named('atmosphere')],
  ['kPa', named('kilopascal')],
  ['hPa', named('hectopascal')],
  ['MPa', named('megapascal')],
  ['kN', named('kilonewton')],
  ['Nm', named('newton meter')],
  ['mol', named('mole')],
  ['mmol', named('millimole')],
  ['μmol', named('micromole')],
  ['lm', named('lumen')],
  ['lx', same('lux')],
  ['kt', named('knot')],
  // Data.
  ['kb', named('kilobyte')],
  ['mb', named('megabyte')],
  ['gb', named('gigabyte')],
  ['tb', named('terabyte')],
  ['pb', named('petabyte')],
  ['kib', named('kibibyte')],
  ['mib', named('mebibyte')],
  ['gib', named('gibibyte')],
  ['Kb', named('kilobit')],
  ['Mb', named('megabit')],
  ['Gb', named('gigabit')],
  ['kbps', per('kilobit', 'second')],
  ['mbps', per('megabit', 'second')],
  ['gbps', per('gigabit', 'second')],
  ['mbit/s', per('megabit', 'second')],
  ['gbit/s', per('gigabit', 'second')],
  ['mb/s', per('megabyte', 'second')],
  ['gb/s', per('gigabyte', 'second')],
  ['fps', per('frame', 'second')],
  ['px', named('pixel')],
  ['mp', named('megapixel')],
  ['dpi', per('dot', 'inch')],
  // Shares.
  ['x', same('times')],
  ['×', same('times')],
  ['%', same('percent')],
  ['‰', same('per mille')],
  ['bps', named('basis point')],
  ['pp', named('percentage point')],
  ['pc', named('piece')],
  ['pcs', named('piece')],
  ['IU', named('international unit')],
  ['ppm', ['part per million', 'parts per million']],
])

/** Letters that are a unit in lower case and something else in capitals: `5G`, `4K`, `7B`, `12V` apart. */
const LOWER_CASE_ONLY = /^[GMSHXLA]$/u

/** The names of a unit as written, or undefined when it is none. */
export function unitOf(written: string): UnitNames | undefined {
  const exact = UNITS.get(written)
  if (exact || LOWER_CASE_ONLY.test(written)) return exact
  return UNITS.get(written.toLowerCase())
}

/** What is counted for each of is a unit or a stretch of time in words: `kcal/day`. */
const WHOLE_TIME = /^(?:second|minute|hour|day|night|week|month|quarter|year|person|capita)$/u

/** Units of one thing for each of another, as `L/min`, `mg/dL` and `μg/kg/min`: what they are called, or undefined. */
export function compoundUnit(written: string): UnitNames | undefined {
  const [top = '', ...bottoms] = written.length > 20 ? [] : written.split('/')
  const each = bottoms.map((bottom) => unitOf(bottom)?.[0] ?? WHOLE_TIME.exec(bottom)?.[0])
  if (each.length === 0 || each.includes(undefined)) return undefined
  // `10 req/s`: whatever it is, it is so many of them a second.
  const above = unitOf(top) ?? (/^\p{Ll}{3,12}$/u.test(top) ? same(top) : undefined)
  if (!above) return undefined
  const rest = each.map((one) => ` per ${one}`).join('')
  return [above[0] + rest, above[1] + rest]
}

/** Times that something is counted in: `/mo`. */
const SHORT_TIMES: ReadonlyMap<string, string> = new Map([
  ['d', 'day'],
  ['w', 'week'],
  ['wk', 'week'],
  ['m', 'month'],
  ['y', 'year'],
  ['a', 'year'],
])

/** What stands behind the slash of a rate: `/mo`, `/user`. */
export function rateUnit(written: string, isMoney: boolean): string {
  const short = isMoney ? SHORT_TIMES.get(written) : undefined
  return short ?? unitOf(written)?.[0] ?? SHORT_TIMES.get(written) ?? written
}
