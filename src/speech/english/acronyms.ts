/** What is said for a letter. A lone `a` would be taken for the article. */
function letterName(letter: string): string {
  return letter.toLowerCase() === 'a' ? 'ay' : letter.toUpperCase()
}

/** Letters one by one. */
export function spelled(letters: string): string {
  return Array.from(letters, letterName).join(' ')
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u))

/** Said letter by letter although they are long enough, and have the vowels, to be read as a word. */
const SPELLED = list('ASAP ECMA ICAO IATA OECD UCLA AARP')

/** Said as a word although they are no longer than what is spelled. */
const READ = list('AIDS CAD CAM GIF GUI JIT LAN PIN POP RAM ROM SIM SAM VIN WAN YOLO ZIP')

/** Words that are written in capitals to be stressed. */
const STRESSED = list(
  `AM AN AND ARE AS AT BAD BE BIG BUT BUY BY CAN CAR DAY DID DO DONE DOWN EACH END EVEN FAR FEW FOR FREE FROM FUN
  GET GO GOOD GOT HAD HAS HAVE HE HER HERE HEY HI HIM HIS HOT HOW HUGE I IF IN IS ITS JUST KEY LATE LESS LET LIVE
  LOT LOVE LOW MANY MAY ME MORE MOST MUST MY NEVER NEW NO NOR NOT NOW ODD OF OFF OH OLD ON ONCE ONE ONLY OR OUR
  OUT OVER OWN PAY PUT RAN REAL RED RUN SAD SALE SAME SAW SAY SEE SET SHE SIX SO SOON STOP SUCH TEN THAN THAT THE
  THEM THEN THEY THIS TO TOO TOP TRY TWO UP USE VERY WAIT WAS WAY WE WELL WERE WHAT WHEN WHO WHY WILL WIN WITH WON
  WOW YES YET YOU YOUR ZERO ALL ADD AGO ANY ASK FIRST THREE EIGHT EVERY RIGHT WORLD NORTH SOUTH MIGHT THING
  MIX TAX BOX FIX SIX TEN HUB JOB LAW MAP WEB APP BUG KEY GUY MAN MEN KID BOY GIRL SUN SKY SEA ICE FIRE TEA CUP
  EAT FIT CUT HIT SIT SIR MOM DAD PET DOG CAT BIT LEG ARM EYE EAR RUN FLY WAR AIR OIL GAS BED BAG BUS CAP HAT FAN`,
)

/** Longer capitals are read as the word they make. */
const LONGEST_SPELLED = 5

/** No more are spelled if a word can be made of them. */
const SPELLED_ANYWAY = 3

/** Up to two consonants, a vowel or two, and so on: what English can pronounce. */
const READABLE = /^(?:[^AEIOUY]{0,2}[AEIOUY]{1,2})+(?:[^AEIOUY]{0,2}|[LNR][^AEIOUY]{2})$/u

/** Whether capitals stand for words, so that each letter is said: `FBI`, but `NASA` and `NOT`. */
export function isInitialism(capitals: string): boolean {
  if (capitals.length < 2 || !/^[A-Z]+$/u.test(capitals)) return false
  if (SPELLED.has(capitals)) return true
  if (READ.has(capitals) || STRESSED.has(capitals)) return false
  if (!/[AEIOUY]/u.test(capitals) || capitals.length <= SPELLED_ANYWAY) return true
  return capitals.length <= LONGEST_SPELLED && !READABLE.test(capitals)
}
