/* Reads the time zone in “Thursday 2pm eastern”, “Tuesday 16:00, I'm in Berlin” and “4 my time in Sydney”. */

/** A time zone that the visitor named. */
export interface NamedZone {
  /** IANA. */
  readonly id: string
  /** What English calls its time: “Eastern Time”, “Berlin time”. */
  readonly name: string
  /** A place with this time, for languages that name it so; '' if the name is the same in every language. */
  readonly place: string
}

/** The zone in a remark, and the remark without it (“4 UK time” becomes “at 4”). */
export interface ZoneSaid {
  readonly zone: NamedZone
  readonly rest: string
}

/** Null if the remark names none. */
export function readZone(text: string): ZoneSaid | null {
  const said = text.slice(0, saidMax)
  if (asksAboutZone.test(said)) return null
  const found =
    findOffset(said) ??
    findNamedTime(said) ??
    findPlace(said) ??
    findTheirPlace(said) ??
    findShort(said) ??
    findOwn(said)
  if (found === null) return null
  const rest = without(said, found)
  // “New York time. Sorry, Zurich.”
  const corrected = correctedPlace.exec(rest)?.[1]
  const zone = corrected === undefined ? null : placeNamed(corrected)
  return zone === null ? { zone: found.zone, rest } : { zone, rest: '' }
}

const correctedPlace =
  /^[^\p{L}\d]*(?:just )?(?:joke|joking|kidding|no|sorry|i mean|actually|rather)[^\p{L}\d]+(?:i mean |it['’]?s )?([\p{L} ]{3,30}?)[.!]*$/iu

/** “My lead is in New York, Thursday 10am her time” */
function findTheirPlace(said: string): Found | null {
  if (!theirTime.test(said)) return null
  const lead = theyAreIn.exec(said)
  const named = lead === null ? null : nameFrom(said, lead.index + lead[0].length, placeNamed)
  return lead === null || named === null ? null : { ...named, at: lead.index }
}

/** Not “their time to shine” */
const theirTime = /(?:\d|[ap]\.?m\.?|o['’]?clock|morning|afternoon|evening|noon),? (?:in )?(?:his|her|their) time\b/i
const theyAreIn =
  /(?:\b(?:and|but) )?(?<![\p{L}])(?:she|he|they)(?:['’]?s|['’]?re| is| are) (?:based |over |currently )?in (?=\p{L})|(?<=\p{L} )(?:is|are) (?:based |over |currently )?in (?=\p{L})/iu

/** “I'm Pacific, mornings only” */
function findOwn(said: string): Found | null {
  const found = ownZone.exec(said)
  const zone = found === null ? undefined : americanZones.get((found[1] ?? '').toLowerCase())
  if (found === null || zone === undefined) return null
  const to = found.index + found[0].length
  // “We're central, so parking is easy”
  const isZone =
    /^(?:$|[.!]| time\b)/.test(said.slice(to)) || /\d|\b(?:mornings?|afternoons?|evenings?|noon)\b/i.test(said)
  return isZone ? { zone, at: found.index, to } : null
}

const ownZone =
  /\b(?:i['’]?m|i am|we['’]?re|we are) (?:on )?(pacific|eastern|mountain|central)\b(?=$|[,.;!]| (?:so|and|but|time)\b)/i

/** The zone of the place a visitor says they are in, without naming a time: “hi, writing from Sydney”, “Tokyo here”. */
export function readHome(text: string): NamedZone | null {
  const said = text.slice(0, saidMax)
  const here = placeHere.exec(said)?.[1] ?? placeIn.exec(said)?.[1] ?? placeThere.exec(said)?.[1]
  const isHere = here === undefined ? null : placeNamed(here)
  return isHere ?? homeAfter(said, homeLead) ?? homeAfter(said, livesIn) ?? findPlace(said)?.zone ?? null
}

/** The zone of a place that is probably theirs: “we have 280 berths close to Split”. */
export function readLikelyHome(text: string): NamedZone | null {
  const sentences = text.slice(0, saidMax).split(/(?<=[.!?])\s/)
  const first = sentences.find((sentence) => ownPlace.test(sentence)) ?? ''
  return first.endsWith('?') || ofOthersPlace.test(first) ? null : homeAfter(first, ownPlace)
}

function homeAfter(said: string, pattern: RegExp): NamedZone | null {
  const lead = pattern.exec(said)
  return lead === null ? null : (nameFrom(said, lead.index + lead[0].length, placeNamed)?.zone ?? null)
}

const placeHere = /(?:^|[.!,] )(?:it['’]?s )?(\p{L}+(?: \p{L}+)?) here\b/iu
/** “We sit in Luxembourg” */
const livesIn = /(?<![\p{L}])(?:[Ii]|[Ww]e) (?:sit|live) in (?=\p{Lu})/u
/** “Registrar in Chicago here” */
const placeIn = /\bin (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) here\b/u
/** “Friday morning? Ohio, so early is fine” */
const placeThere = /[.!?] (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?),? so\b/u
/** “We have a customer in Tokyo” */
const ofOthersPlace =
  /\b(?:customers?|clients?|guests?|suppliers?|data|servers?|invoices?|friends?|boss|partners?|sister|brother|colleagues?|example)\b/i
/** “We have 280 berths close to Split”, “our home in Dayton”, “we are an agency in Graz” */
const ownPlace =
  /(?<![\p{L}])(?:[Ww]e|[Ww]e['’]re|[Ii]|[Ii]['’]m|[Oo]ur|[Mm]y)(?![\p{L}])(?! (?:do|can|could|will|have to)\b)[^.?!]{0,40}?\b(?:in|near|around|close to|outside) (?=\p{Lu})/u

const homeLead =
  /(?<![\p{L}])(?:writing|calling|speaking|typing|texting|joining|greetings|hello|hi|hey|hiya)(?: (?:to you|you|here))? from (?:sunny |rainy |cold |a \p{L}+ )?(?=\p{L})/iu

/** The zone of any place or zone that a remark names; of the last one, if there are several. */
export function findAnyZone(text: string): NamedZone | null {
  const said = text.slice(0, saidMax)
  const starts = [...said.matchAll(/(?<![\p{L}\d@.-])[\p{L}]/gu)].map(({ index }) => index)
  const found = starts.flatMap((at) => nameFrom(said, at, zoneNamed) ?? [])
  return found.findLast(({ at, to }) => !everydayPlaces.has(said.slice(at, to).toLowerCase()))?.zone ?? null
}

/** Names of places that are more often other words. */
const everydayPlaces: ReadonlySet<string> = new Set(
  'split nice la ist et est ct mt pt sf rio reading bath hull eastern western central mountain pacific us'.split(' '),
)

/** The remark without the zone it names. */
export function withoutZone(text: string): string {
  return readZone(text)?.rest ?? text
}

const saidMax = 500
/** “Is that Berlin time?” */
const asksAboutZone = /^(?:(?:so|and|ok|wait|sorry)[, ]+)*(?:is|are) (?:that|it|this|these|those|they)\b[^\d]*$/i

interface Found {
  readonly zone: NamedZone
  readonly at: number
  readonly to: number
}

function without(said: string, { at, to }: Found): string {
  return withHour(said.slice(0, at), said.slice(to))
    .replace(ownTime, (_, bare: string | undefined) => (bare === undefined ? '' : `at ${bare}`))
    .replace(/\bat at\b/g, 'at')
    .replace(/\s+/g, ' ')
    .replace(/[\s,;:(–-]+([.!?)]*)$/, '$1')
    .replace(/ (?=[,.!?)])/g, '')
    .replace(/(?<=[.!?])[.!?]+$/, '')
    .replace(/\(?\)|^[\s,;:.]+/g, '')
    .trim()
}

/** “Thursday 4” becomes “Thursday at 4”, which is read as a time. */
function withHour(before: string, after: string): string {
  return `${before.replace(bareHour, 'at $1')} ${after}`
}

const bareHour =
  /(?<![\d:.]|\b(?:at|around|about|after|before|by|from|to|until|till|and|um|gegen|à|las) )\b(\d{1,2}),? ?\(?$/iu
const ownTime = /\b(?:(?<!\bat )(\d{1,2}) )?(?:my|our|local|his|her|their) time\b/gi

const clock = String.raw`(?<![\d:.])\d{1,2}(?:[:.h]\d\d)?(?: ?(?:[ap]\.? ?m\b\.?|h\b|uhr\b|o['’]?clock\b|heures?\b))?,? ?\(?`
const halfDay = String.raw`(?<![\d:.])\d{1,2}(?:[:.]\d\d)? ?[ap]\.? ?m\b\.?,? ?\(?`
const start = String.raw`(?<![\p{L}\d])`
const end = String.raw`(?![\p{L}\d])`

const offset = new RegExp(String.raw`${start}(?:utc|gmt) ?[+-] ?\d{1,2}(?::?[034][05])?(?!\d)`, 'iu')

function findOffset(said: string): Found | null {
  const found = offset.exec(said)
  const zone = found === null ? null : ofOffset(found[0])
  return found === null || zone === null ? null : { zone, at: found.index, to: found.index + found[0].length }
}

/** “UK time”, “eastern daylight time”, “Berliner Zeit”. */
function findNamedTime(said: string): Found | null {
  for (const found of said.matchAll(timeWord)) {
    const before = said.slice(0, found.index)
    const words = /(?:[\p{L}.]+[ -]){1,4}$/u.exec(before)?.[0] ?? ''
    const starts = [...words.matchAll(/[\p{L}.]+/gu)].map(({ index }) => index)
    for (const from of starts) {
      const named = words.slice(from).trim()
      const zone = zoneNamed(named) ?? zoneNamed(named.replace(/er$/, ''))
      if (zone === null) continue
      const lead = /(?:(?:in|nach) )?(?:(?:the|my|our|local|us) )*$/i.exec(words.slice(0, from))?.[0] ?? ''
      const at = before.length - words.length + from - lead.length
      return { zone, at, to: found.index + found[0].length }
    }
  }
  const spoken = latinTime.exec(said)
  const zone = spoken === null ? null : zoneNamed(spoken[1] ?? '')
  return spoken === null || zone === null ? null : { zone, at: spoken.index, to: spoken.index + spoken[0].length }
}

const timeWord = /(?<=[\p{L}.][ -])(?:(?:standard|daylight|summer|local) )?(?:time(?: zone)?|zeit)(?![\p{L}])/giu
/** “heure française”, “hora peninsular” */
const latinTime = new RegExp(`${start}(?:heure|hora) (\\p{L}+)`, 'iu')

/** “I'm in Berlin”, “4 my time in Sydney”, “16:00 in London”, “2pm eastern”. */
function findPlace(said: string): Found | null {
  for (const lead of leads) {
    for (const found of said.matchAll(lead)) {
      const time = found.groups?.['time']
      const isIn = time === undefined || found[0].length > time.length
      const named = nameFrom(said, found.index + found[0].length, isIn ? placeNamed : cityOrAmerican)
      if (named === null) continue
      const rest = said.slice(named.to)
      // “I'm in Dubai till the 9th, can we talk at 3pm my time?”
      const stay = /\bmy time\b/i.test(rest) ? (/^ (?:until|till) [^,.;]{1,20}(?=[,.;])/i.exec(rest)?.[0] ?? '') : ''
      // “8 am Central tomorrow” names the zone, “I'm in London tomorrow” doesn't.
      const isOther = isIn ? notThen : notZone
      if (stay === '' && isOther.test(rest)) continue
      return { ...named, at: found.index + (time ?? '').length, to: named.to + stay.length }
    }
  }
  return null
}

/** The longest name that begins there. */
function nameFrom(said: string, from: number, zoneOf: (named: string) => NamedZone | null): Found | null {
  const words = /^(?:the )?[\p{L}.'’]+(?:[ -][\p{L}.]+){0,3}/iu.exec(said.slice(from))?.[0] ?? ''
  const bare = words.replace(/^the /i, '')
  const skipped = words.length - bare.length
  const ends = [...bare.matchAll(/[\p{L}.]+/gu)].map((word) => word.index + word[0].length).toReversed()
  for (const to of ends) {
    const zone = zoneOf(bare.slice(0, to).replace(/\.$/, ''))
    if (zone !== null) return { zone, at: from, to: from + skipped + to }
  }
  return null
}

/** Words before the name of a place. */
const leads: readonly RegExp[] = [
  // “I'm in Leeds, but I'll be in New York that day”
  String.raw`${start}(?:but |and )?(?:(?:i|we)(?:['’]?ll| will) be (?:over |out |back )?in|(?:i|we)(?:['’]?m|['’]?re| am| are) (?:going to be in|travelling to|traveling to|flying to)) (?=\p{L})`,
  String.raw`${start}(?:(?:in )?(?:my|our|local) )?(?:(?:the )?time (?:zone )?(?:here )?(?:in|of)|heure (?:de|à)|hora de|ortszeit(?: in)?|(?:nach )?zeit in) (?=\p{L})`,
  String.raw`${start}(?:(?:but |and |as )?(?:(?:i['’]?m|i am|we['’]?re|we are|ich bin|wir sind|ich sitze|wir sitzen|je suis|nous sommes|on est|estoy|estamos) (?:all |both |currently |usually |based |located |sitting |calling |over |gerade |hier |basés? |installés? |ahora )*(?:from |out )?|(?:based|located|sitting|calling|here|(?:by|with|for|at) us(?: here)?|hier|ici|aquí) )(?:in|from|of|à|en|aus)|calling from) (?=\p{L})`,
  String.raw`(?<time>${clock})(?:or (?:later|earlier|so|thereabouts) )?(?:in |of |de |à |en )?(?=\p{L})`,
  // “Before ten mountain”, not “ten mountain bikes”
  String.raw`(?<time>${start}(?:at|after|before|around|by|from|until|till) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty)? )(?=(?:eastern|central|mountain|pacific)(?:$|[,.;!?]| (?:if|please|or|and|but|time|is|works|would|on|today|tomorrow)))`,
  String.raw`(?<time>${start}(?:noon|midday|morning|afternoon|evening),? )(?:in )?(?=\p{L})`,
].map((lead) => new RegExp(lead, 'giu'))

/** “I'm in London on Tuesday, so Wednesday” and “2pm, eastern Europe team” don't name the zone. */
const notThen =
  /^['’]s\b|^ (?:on|until|till|next|this|all|for|tomorrow|today|from|then|office|team|branch|am|bis|nächste|jusqu|el|euro|africa|asia|park|station|mon|tue|wed|thu|fri|sat|sun)/i

const notZone = /^['’]s\b|^ (?:office|team|branch|euro|africa|asia|park|station)/i

/** “10am PST”, “16:00 CET”. In small letters, “14h et” is French and “14 Uhr ist” German. */
function findShort(said: string): Found | null {
  const isShouted = !/\p{Ll}/u.test(said)
  for (const pattern of shortPatterns()) {
    const found = pattern.exec(said)
    const named = found?.groups?.['zone'] ?? ''
    const zone = shorts.get(named.toLowerCase())
    if (found === null || zone === undefined || (isShouted && frenchOrGerman.has(named.toLowerCase()))) continue
    const to = found.index + found[0].length
    const lead = / in $/i.exec(said.slice(0, to - named.length))?.[0].length ?? 0
    return { zone, at: to - named.length - lead, to }
  }
  return null
}

let shortRegExps: readonly RegExp[] | undefined

function shortPatterns(): readonly RegExp[] {
  const all = [...shorts.keys()].join('|')
  const safe = [...shorts.keys()].filter((short) => !everydayWords.has(short)).join('|')
  return (shortRegExps ??= [
    new RegExp(`(?<=${halfDay})(?<zone>${all})${end}`, 'iu'),
    new RegExp(`(?<=${clock})(?<zone>${safe})${end}`, 'iu'),
    new RegExp(`(?<=\\bat ${clock})(?<zone>e[sd]?t|[cmp]t)${end}`, 'iu'),
    new RegExp(`(?<=${clock})(?<zone>${all.toUpperCase()})${end}`, 'u'),
    new RegExp(`${start}(?<zone>${safe.toUpperCase()})${end}`, 'u'),
    // “After lunch IST”
    new RegExp(`(?<=\\b(?:lunch|noon|mornings?|afternoons?|evenings?),? )(?<zone>${all.toUpperCase()})${end}`, 'u'),
  ])
}

const frenchOrGerman: ReadonlySet<string> = new Set(['et', 'est', 'ist'])

let places: ReadonlyMap<string, string> | undefined

function zoneNamed(named: string): NamedZone | null {
  return placeNamed(named) ?? americanZones.get(named.toLowerCase()) ?? shorts.get(named.toLowerCase()) ?? null
}

/** Whether it is a city or a region with a time of its own. */
export function isPlace(named: string): boolean {
  return placeNamed(named) !== null
}

/** “Berlin”, “the UK” */
function placeNamed(named: string): NamedZone | null {
  return regions.get(named.toLowerCase().replaceAll('-', ' ')) ?? cityNamed(named)
}

/** “Berlin”, “eastern”: what follows a time directly. */
function cityOrAmerican(named: string): NamedZone | null {
  return cityNamed(named) ?? americanZones.get(named.toLowerCase()) ?? null
}

function cityNamed(named: string): NamedZone | null {
  places ??= namedCities()
  const id = places.get(named.toLowerCase().replaceAll('-', ' '))
  if (id === undefined) return null
  const place = toName(named)
  return { id, place, name: `${place} time` }
}

/** `UTC+2` and `GMT-5`; IANA's names count the other way round. */
function ofOffset(named: string): NamedZone | null {
  const [, sign = '', hours = '', minutes = ''] = /([+-]) ?(\d{1,2}):?(\d\d)?$/.exec(named) ?? []
  const hour = Number(hours)
  if (hour > 14) return null
  if (minutes !== '' && minutes !== '00') {
    const id = halfHours.get(`${sign}${hour}:${minutes}`)
    return id === undefined ? null : { id, place: '', name: `UTC${sign}${hour}:${minutes}` }
  }
  if (hour === 0) return { id: 'UTC', place: '', name: 'UTC' }
  return { id: `Etc/GMT${sign === '+' ? '-' : '+'}${hour}`, place: '', name: `UTC${sign}${hour}` }
}

const halfHours: ReadonlyMap<string, string> = new Map([
  ['+3:30', 'Asia/Tehran'],
  ['+4:30', 'Asia/Kabul'],
  ['+5:30', 'Asia/Kolkata'],
  ['+5:45', 'Asia/Kathmandu'],
  ['+6:30', 'Asia/Yangon'],
  ['+9:30', 'Australia/Darwin'],
])

function american(name: string, id: string, place: string): readonly [string, NamedZone] {
  return [name.toLowerCase(), { id, place, name: `${name} Time` }]
}

const americanZones: ReadonlyMap<string, NamedZone> = new Map([
  american('Eastern', 'America/New_York', 'New York'),
  american('Central', 'America/Chicago', 'Chicago'),
  american('Mountain', 'America/Denver', 'Denver'),
  american('Pacific', 'America/Los_Angeles', 'Los Angeles'),
  american('Atlantic', 'America/Halifax', 'Halifax'),
  american('Alaska', 'America/Anchorage', 'Anchorage'),
  american('Hawaii', 'Pacific/Honolulu', 'Honolulu'),
  ['east coast', { id: 'America/New_York', place: 'New York', name: 'Eastern Time' }],
  ['west coast', { id: 'America/Los_Angeles', place: 'Los Angeles', name: 'Pacific Time' }],
])

const centralEurope: NamedZone = { id: 'Europe/Berlin', place: 'Berlin', name: 'Central European Time' }
const uk: NamedZone = { id: 'Europe/London', place: 'London', name: 'UK time' }

/** Abbreviations. Nobody who says “EST” in July means New York's winter time, so each is the zone that uses it. */
const shorts: ReadonlyMap<string, NamedZone> = new Map<string, NamedZone>([
  ...spread('et est edt', americanZones.get('eastern')),
  ...spread('ct cst cdt', americanZones.get('central')),
  ...spread('mt mst mdt', americanZones.get('mountain')),
  ...spread('pt pst pdt', americanZones.get('pacific')),
  ...spread('ast adt', americanZones.get('atlantic')),
  ...spread('cet cest mez mesz', centralEurope),
  ...spread('bst', uk),
  ...spread('gmt', { id: 'UTC', place: '', name: 'GMT' }),
  ...spread('utc', { id: 'UTC', place: '', name: 'UTC' }),
  ...spread('eet eest', { id: 'Europe/Athens', place: 'Athens', name: 'Eastern European Time' }),
  ...spread('ist', { id: 'Asia/Kolkata', place: 'Delhi', name: 'India time' }),
  ...spread('aest aedt aet', { id: 'Australia/Sydney', place: 'Sydney', name: 'Sydney time' }),
  ...spread('acst acdt', { id: 'Australia/Adelaide', place: 'Adelaide', name: 'Adelaide time' }),
  ...spread('awst', { id: 'Australia/Perth', place: 'Perth', name: 'Perth time' }),
  ...spread('nzst nzdt nzt', { id: 'Pacific/Auckland', place: 'Auckland', name: 'New Zealand time' }),
  ...spread('jst', { id: 'Asia/Tokyo', place: 'Tokyo', name: 'Japan time' }),
  ...spread('sgt', { id: 'Asia/Singapore', place: 'Singapore', name: 'Singapore time' }),
  ...spread('hkt', { id: 'Asia/Hong_Kong', place: 'Hong Kong', name: 'Hong Kong time' }),
])

function spread(keys: string, zone: NamedZone | undefined): readonly (readonly [string, NamedZone])[] {
  return zone === undefined ? [] : keys.split(' ').map((key) => [key, zone])
}

/** Abbreviations that are also words, in some language, after “14h” or “2 Uhr”. */
const everydayWords: ReadonlySet<string> = new Set('et est ist ct mt pt ast sgt'.split(' '))

/** Places in a zone. Its time is called after each (“Polish time”), or after the zone's city (“Chicago time”). */
function inZone(id: string, names: string, isCalledAfterCity = false): readonly (readonly [string, NamedZone])[] {
  const place = toName((id.split('/').at(-1) ?? '').replaceAll('_', ' '))
  const nameOf = (each: string) => `${isCalledAfterCity ? place : toName(each)} time`
  return names.split(', ').map((each) => [each, { id, place, name: nameOf(each) }])
}

/** Countries and their adjectives, if they have one zone or most people there share one. */
const regions: ReadonlyMap<string, NamedZone> = new Map([
  ...inZone(
    'Europe/London',
    'uk, u.k., united kingdom, england, britain, scotland, wales, british, english, britischer, anglaise, inglesa',
  ),
  ...['uk', 'united kingdom', 'england', 'britain'].map((name) => [name, uk] as const),
  ...inZone('Europe/Dublin', 'ireland, irish'),
  ...inZone('Europe/Berlin', 'germany, german, deutschland, alemania, allemagne, deutscher, allemande, alemana'),
  ...inZone('Europe/Vienna', 'austria, austrian, österreich, österreichischer'),
  ...inZone('Europe/Zurich', 'switzerland, swiss, schweiz, schweizer, suisse'),
  ...inZone('Europe/Paris', 'france, french, frankreich, française, francia'),
  ...inZone('Europe/Brussels', 'belgium, belgian, belgien, belgique, belge'),
  ...inZone('Europe/Amsterdam', 'netherlands, holland, dutch, niederlande'),
  ...inZone('Europe/Madrid', 'spain, spanish, spanien, espagne, españa, española, peninsular'),
  ...inZone('Europe/Rome', 'italy, italian, italien, italie, italia'),
  ...inZone('Europe/Lisbon', 'portugal, portuguese'),
  ...inZone('Europe/Warsaw', 'poland, polish, polen, pologne, polonia'),
  ...inZone('Europe/Stockholm', 'sweden, swedish'),
  ...inZone('Europe/Oslo', 'norway, norwegian'),
  ...inZone('Europe/Copenhagen', 'denmark, danish'),
  ...inZone('Europe/Helsinki', 'finland, finnish'),
  ...inZone('Europe/Athens', 'greece, greek, eastern european'),
  ...inZone('Europe/Istanbul', 'turkey, turkish'),
  ...inZone('Asia/Dubai', 'gulf, uae, emirates'),
  ...inZone('Asia/Jerusalem', 'israel, israeli'),
  ...inZone('Asia/Kolkata', 'india, indian, indien, inde'),
  ...inZone('Asia/Tokyo', 'japan, japanese'),
  ...inZone('Asia/Shanghai', 'china, chinese'),
  ...inZone('Asia/Seoul', 'korea, korean, south korea'),
  ...inZone('Pacific/Auckland', 'new zealand, nz'),
  ...inZone('Australia/Sydney', 'australian eastern, new south wales'),
  ...inZone(
    'America/New_York',
    'ohio, florida, pennsylvania, new jersey, west virginia, north carolina, south carolina, massachusetts, maryland, connecticut, vermont, new hampshire, maine, rhode island, delaware, michigan, new england, upstate new york, ontario',
    true,
  ),
  ...inZone(
    'America/Chicago',
    'texas, east texas, west texas, illinois, wisconsin, minnesota, iowa, missouri, arkansas, louisiana, mississippi, alabama, oklahoma, nebraska, kansas, tennessee, manitoba, midwest',
    true,
  ),
  ...inZone('America/Denver', 'colorado, utah, montana, wyoming, new mexico, idaho', true),
  ...inZone('America/Phoenix', 'arizona', true),
  ...inZone('America/Los_Angeles', 'california, oregon, nevada, washington state, british columbia', true),
  ...inZone('Australia/Brisbane', 'queensland'),
  ...inZone('Australia/Melbourne', 'tasmania'),
  ...inZone('Africa/Johannesburg', 'south africa, south african'),
  ...inZone('America/Mexico_City', 'mexicana'),
  ...inZone('America/Argentina/Buenos_Aires', 'argentina'),
  ...inZone('America/Bogota', 'colombia, colombiana'),
  ...inZone('America/Santiago', 'chile, chilena'),
  ...inZone('America/Lima', 'peru, perú'),
  ...['central european', 'mitteleuropäischer'].map((name) => [name, centralEurope] as const),
  ...inZone('Europe/Lisbon', 'western european'),
])

/** Large cities that no zone is named after, and the names of others in German, French and Spanish. */
const moreCities: Readonly<Record<string, string>> = {
  'America/New_York':
    'albany, buffalo, dayton, columbus, cincinnati, richmond, raleigh, jacksonville, hartford, baltimore, newark, nyc, boston, washington, washington dc, philadelphia, miami, atlanta, charlotte, orlando, tampa, pittsburgh, cleveland, nueva york, ottawa, montreal, montréal, quebec',
  'America/Chicago':
    'omaha, tulsa, oklahoma city, fort worth, mobile alabama, dallas, houston, austin, san antonio, minneapolis, milwaukee, st louis, kansas city, nashville, new orleans, memphis',
  'America/Denver': 'salt lake city, albuquerque, colorado springs, calgary',
  'America/Los_Angeles':
    'fresno, oakland, bakersfield, la, san francisco, sf, seattle, portland, san diego, san jose, las vegas, sacramento, palo alto',
  'Europe/London': 'manchester, birmingham, leeds, liverpool, bristol, edinburgh, glasgow, cardiff, belfast, londres',
  'Europe/Berlin':
    'munich, münchen, muenchen, hamburg, frankfurt, cologne, köln, koeln, stuttgart, düsseldorf, duesseldorf, leipzig, dresden, hannover, hanover, nuremberg, nürnberg, bremen, berlín',
  'Europe/Vienna': 'wien, vienne, viena, graz, salzburg, linz',
  'Europe/Zagreb': 'split, rijeka, zadar',
  'Europe/Zurich': 'winterthur, zürich, geneva, genf, genève, ginebra, basel, bern, lausanne',
  'Europe/Paris': 'lyon, marseille, toulouse, bordeaux, lille, nantes, strasbourg, parís',
  'Europe/Madrid': 'barcelona, valencia, seville, sevilla, bilbao, málaga, malaga',
  'Europe/Rome': 'milan, milano, mailand, turin, naples, rom, roma, florence',
  'Europe/Lisbon': 'porto, lisboa, lissabon, lisbonne',
  'Europe/Brussels': 'brüssel, bruxelles, bruselas, antwerp',
  'Europe/Amsterdam': 'rotterdam, the hague, utrecht, eindhoven',
  'Europe/Warsaw': 'warschau, varsovie, varsovia, krakow, kraków, wroclaw, gdansk, poznan',
  'Europe/Prague': 'prag, praga, brno',
  'Europe/Copenhagen': 'kopenhagen, copenhague',
  'Europe/Stockholm': 'gothenburg, malmö',
  'Europe/Kyiv': 'kyiv, kiev, lviv',
  'Asia/Kolkata': 'kolkata, calcutta, mumbai, bombay, delhi, new delhi, bangalore, bengaluru, chennai, hyderabad, pune',
  'Asia/Ho_Chi_Minh': 'ho chi minh city, saigon, hanoi',
  'Asia/Shanghai': 'beijing, shenzhen, guangzhou',
  'Asia/Tokyo': 'osaka, kyoto, tokio',
  'Asia/Dubai': 'abu dhabi',
  'Asia/Jerusalem': 'tel aviv',
  'Asia/Karachi': 'lahore, islamabad',
  'Asia/Kathmandu': 'kathmandu',
  'Africa/Johannesburg': 'cape town, durban, pretoria',
  'Australia/Sydney': 'canberra, sídney',
  'Australia/Brisbane': 'gold coast',
  'Pacific/Auckland': 'wellington, christchurch',
  'America/Mexico_City': 'ciudad de méxico, cdmx, mexiko-stadt, guadalajara',
  'America/Bogota': 'bogotá, medellín, medellin',
  'America/Sao_Paulo': 'são paulo, rio, rio de janeiro, brasilia, brasília',
}

/** Words that zones are named after, but hardly any visitor. */
const noCities: ReadonlySet<string> = new Set(
  'center knox casey davis mawson palmer vostok troll syowa christmas easter midway wake nome salta chita oral eucla adak apia mahe thule dawson'.split(
    ' ',
  ),
)

/** Zones by the names of their cities. */
function namedCities(): ReadonlyMap<string, string> {
  const ids = Intl.supportedValuesOf('timeZone')
  const listedCities = ids.flatMap((id): [string, string][] => {
    const name = (id.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase()
    return id.includes('/') && !id.startsWith('Etc/') && !noCities.has(name) ? [[name, id]] : []
  })
  const others = Object.entries(moreCities).flatMap(([id, names]) =>
    names.split(', ').map((name) => [name, id] as const),
  )
  return new Map([...listedCities, ...others])
}

/** “Berlin”, “New York”, “Rio de Janeiro”, “UK” */
function toName(named: string): string {
  if (/^(?:uk|u\.k\.|nz|nyc|la|sf|cdmx)$/i.test(named)) return named.toUpperCase()
  return named.toLowerCase().replace(/(?<![\p{L}])(?!(?:de|of|the|coast)\b)\p{L}/gu, (letter) => letter.toUpperCase())
}
