import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verbalise } from '../../../../src/speech/english/verbalise.ts'

/** What is said for a sentence, its tokens separated by a bar and rests shown as commas. */
function said(sentence: string): string {
  return verbalise(sentence.split(/\s+/u))
    .map(({ words, mark }) => words.join(' ') + (mark === null ? '' : ','))
    .join(' | ')
}

test.each([
  // Numbers.
  ['0', 'zero'],
  ['1,234.56', 'one thousand two hundred thirty four point five six'],
  ['3,5', 'three point five'],
  ['-12', 'minus twelve'],
  ['−7.5', 'minus seven point five'],
  ['1500', 'fifteen hundred'],
  ['007', 'zero zero seven'],
  ['1,2,3', 'one two three'],
  ['2½', 'two and a half'],
  ['3/4', 'three quarters'],
  ['21st', 'twenty first'],
  ['10-20', 'ten to twenty'],
  ['16:9', 'sixteen to nine'],
  ['1.2.3', 'one point two point three'],
  ['5 < 6', 'five | less than | six'],
  ['１２', 'twelve'],
  [
    '12345678901234567',
    'one two three four five six seven eight nine zero one two three four five six seven',
  ],
  // Money.
  ['$5', 'five dollars'],
  ['$1', 'one dollar'],
  ['-$5.50', 'minus five dollars and fifty cents'],
  ['£1.01', 'one pound and one penny'],
  ['$0.99', 'ninety nine cents'],
  ['5€', 'five euros'],
  ['£3.1m', 'three point one million pounds'],
  ['$4.2 million', 'four point two | million dollars'],
  ['$5–$10bn', 'five to ten billion dollars'],
  ['¥1,000', 'one thousand yen'],
  // Percent and units.
  ['50%', 'fifty percent'],
  ['23.5 %', 'twenty three point five | percent'],
  ['-12°C', 'minus twelve degrees celsius'],
  ['(10°F)', 'ten degrees fahrenheit,'],
  ['5 km', 'five | kilometers'],
  ['1 kg', 'one | kilogram'],
  ['100m²', 'one hundred square meters'],
  ['5-10km', 'five to ten kilometers'],
  ['3x', 'three times'],
  // Times and dates.
  ['9:00', "nine o'clock"],
  ['9:05', 'nine oh five'],
  ['9:30am', 'nine thirty ay M'],
  ['10:00 a.m.', 'ten | ay M'],
  ['18:45', 'eighteen forty five'],
  ['2024-05-01', 'may first twenty twenty four'],
  ['12/25/2024', 'december twenty fifth twenty twenty four'],
  ['25/12/2024', 'december twenty fifth twenty twenty four'],
  ['1995', 'nineteen ninety five'],
  ['2005', 'two thousand five'],
  ["1990s '80s", 'nineteen nineties | eighties'],
  // Addresses and telephone numbers.
  ['me@example.com', 'me at example dot com'],
  ['https://www.example.com/a-b', 'www dot example dot com slash a dash b'],
  ['555-1234', 'five five five one two three four'],
  ['(555) 123-4567', 'five five five, | one two three four five six seven'],
  // Abbreviations, acronyms, names.
  ['Dr. Smith', 'doctor | Smith'],
  ['Main St. is', 'Main | street | is'],
  ['e.g. this', 'for example | this'],
  ['No. 5', 'number | five'],
  ['No. Never', 'No, | Never'],
  ['the U.S.', 'the | U S'],
  ['API APIs NASA CEO', "ay P I | ay P I's | NASA | C E O"],
  ['THIS IS NOT FOR US', 'THIS | IS | NOT | FOR | US'],
  ['AT&T R&D C++ Q3 COVID-19', 'ay T and T | R and D | C plus plus | Q three | COVID nineteen'],
  ['OpenAI GitHub McDonald', 'Open ay I | Git Hub | McDonald'],
  ['v2.0', 'version two point zero'],
  ['#1 #fun @name', 'number one | hashtag fun | at name'],
  // Characters.
  ['café naïve Łódź Straße', 'cafe | naive | lodz | Strasse'],
  ['don’t rock’n’roll dogs’', "don't | rock'n'roll | dogs"],
  ['𝐇𝐞𝐥𝐥𝐨 ＡＢＣ', 'Hello | ay B C'],
  ['state-of-the-art', 'state of the art'],
  ['*bold* _soft_ "Quoted."', 'bold | soft | Quoted,'],
  ['so\u200Bft\u202E', 'soft'],
  // Words that objects know.
  ['constructor __proto__ toString hasOwnProperty', 'constructor | proto | to String | has Own Property'],
])('%s is said as: %s', (written, expected) => {
  expect(said(written)).toBe(expected)
})

test.each(['🙂', '👩‍👩‍👧‍👦', '日本語', 'Привет', '—', '...', '→', '•', '•', '$', 'https://', '\u0000', '\uD800'])(
  '%j is silent',
  (token) => {
    expect(verbalise([token])[0]?.words).toEqual([])
  },
)

test('a dash or a bracket asks for a rest before it', () => {
  expect(said('wait — what (really) now')).toBe('wait, |  | what, | really, | now')
})

test('whatever the script, what is said is words of the engine, none too long, one entry per token', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), { maxLength: 8 }),
      (tokens) => {
        const spoken = verbalise(tokens)
        expect(spoken).toHaveLength(tokens.length)
        for (const { words } of spoken)
          for (const word of words) expect(word).toMatch(/^[A-Za-z](?:[A-Za-z']{0,39})$/u)
      },
    ),
  )
})

test.each([',', '1,', '$1-', 'a.', '-', '(', '@a', '/', 'Aa', "'", '9:', '1/'])(
  'a token of 3,000 characters made of %j is read without delay',
  (unit) => {
    const token = unit.repeat(3000 / unit.length)
    expect(verbalise([token])).toHaveLength(1)
  },
  // Far above what it takes, far below what a pattern that backtracks would take.
  2000,
)
