import { asksSomething } from './fact-patterns.ts'
import { isOrdinary } from './retrieval-common-words.ts'

/** Chat spelling and frequent misspellings of words that any sentence may contain. */
const spellings: ReadonlyMap<string, string> = new Map(
  `ya you | ur your | urs yours | wat what | wut what | wats what's | whats what's | whos who's | wheres where's |
   hows how's | whens when's | wen when | wich which | ppl people | peeps people | pls please | plz please |
   plx please | thx thanks | tnx thanks | thanx thanks | cuz because | coz because | cos because | bc because |
   tho though | gonna going to | wanna want to | gotta must | lemme let me | gimme give me | dunno don't know |
   idk I don't know | kinda kind of | sorta sort of | tmrw tomorrow | tmr tomorrow | tmw tomorrow | 2moro tomorrow |
   2day today | smth something | somethin something | sumthing something | somone someone | sombody somebody |
   somebdy somebody | anyting anything | evrything everything | abt about | appt appointment | metting meeting |
   meetin meeting | vid video | vids videos | pic picture | pics pictures | biz business | mgmt management |
   b4 before | sm1 someone | any1 anyone | every1 everyone | tht that | thts that's | hw how | hav have | whts what's |
   mth month | mths months | yr year | yrs years | wk week | wks weeks | hr hour | hrs hours | pr per | nxt next |
   gr8 great | l8r later | l8 late | thru through | prob probably | prolly probably | defo definitely | msg message |
   msgs messages | txt text | txts texts | acct account | qty quantity | dept department | nvm never mind |
   actly actually | actualy actually | basicaly basically | automaticly automatically | swop swap | wat's what's |
   whatevr whatever | rn right now | chnge change | swich switch | definately definitely | tues Tuesday | dnt don't | dont don't | cnt can't | didnt didn't | doesnt doesn't | wont won't | jst just | evry every |
   wot what | wud would | cud could | shud should | some1 someone | no1 no one | atm at the moment | lil little |
   heyy hey | hiya hi | spredsheet spreadsheet | themselfs themselves |
   thurs Thursday | wensday Wednesday | wendsday Wednesday | thrusday Thursday | tusday Tuesday | saterday Saturday`
    .split('|')
    .map((pair) => pair.trim())
    .map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
)

/** “No-shows cost us a fortune” doesn't ask for a price. */
const costsDearly =
  /[,;]? *\b(?:(?:and|it|that|this|which) )*cost(?:s|ing)? (?:me|us|them|the \p{L}+) (?:a (?:small )?fortune|a bomb|an arm and a leg|thousands|a lot|dearly|money)\b/giu

/** A remark typed in capitals, in small letters, so that its words aren't read as names. “RAMS and COSHH?” stays. */
export function withoutShouting(text: string): string {
  const words = text.match(/\p{L}+/gu) ?? []
  if (words.length < shoutedWordsMin || /\p{Ll}/u.test(text.replace(/\S+@\S+/g, ''))) return text
  // “SSO, SAML, SCIM, LDAP?” is a list of names.
  if (words.filter((word) => isOrdinary(word.toLowerCase())).length * 2 < words.length) return text
  return text.toLowerCase().replace(/^\P{L}*\p{L}|\bi\b/gu, (letter) => letter.toUpperCase())
}

const shoutedWordsMin = 4

/**
 * The sentence with chat spelling written out: “wat r u” is “what are you”. Keeps names and addresses. Cut where it
 * grows beyond any real remark, because reading long ones takes time.
 */
export function writeOut(said: string): string {
  return writeWordsOut(said).slice(0, Math.max(said.length, writtenMax))
}

const writtenMax = 600

function writeWordsOut(said: string): string {
  return withoutShouting(said)
    .replace(/(?<![\p{L}\p{N}@./_-])[\p{L}\p{N}]{2,9}(?![\p{L}\p{N}@_-]|['’.]\p{L})/gu, (word, at: number) => {
      // Within a sentence, capitals mean a name or an abbreviation (“TMR”).
      const isPlain = at === 0 ? /^\p{Lu}?[\p{Ll}\p{N}]+$/u.test(word) : word === word.toLowerCase()
      return isPlain ? (spellings.get(word.toLowerCase()) ?? word) : word
    })
    .replace(/\bfree trail\b/gi, 'free trial')
    .replace(/^((?:so|and|ok|hi|hiya),? )?how(?:['’]?s|s) much\b/i, '$1how much is it')
    .replace(/(?<=\b(?:think|reckon|guess|maybe|suppose) )ill(?= \p{L})/giu, "I'll")
    .replace(
      /\bwhat(?: is| would| will|'s|’s) it(?: be)? for (?=about |around |\d|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|a hundred)/gi,
      'how much is it for ',
    )
    .replace(/\bset (me|us) back\b/gi, 'cost $1')
    .replace(/\b(?:what['’]?s|what is) the damage\b/gi, 'what does it cost')
    .replace(costsDearly, (idiom) => (asksSomething(said) ? idiom : ''))
    .replace(
      /\b(would|will|does|do) ((?:\S+ ){1,4}?)(?:come|run|amount|add up|work out) (?:to|at)\b(?= (?:for|over|a|per|in|us|me|all|altogether)\b|[,.?]|$)/gi,
      '$1 $2cost',
    )
    .replace(/\bbuil[td][- ]in\b(?= *(?:$|[?.!,]|or\b|and\b))/gi, 'included')
    .replace(/\brock[- ]bottom(?: price)?\b/gi, 'lowest price')
    .replace(/\btelephone (me|us|him|her|my|our)\b/gi, 'call $1')
    .replace(
      /(?<!\b(?:you|this|it|that) )\b(?:a|some) (?:nice|kind|friendly|real|proper) (?:person|human|lady|gentleman)\b/gi,
      'someone',
    )
    .replace(/(?<![\p{L}\p{N}])u(?![\p{L}\p{N}'’&.-])/gu, 'you')
    .replace(/(?<![\p{L}\p{N}])r(?= (?:you|we|they|there|these)\b)/gu, 'are')
    .replace(/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'without')
    .replace(/(?<![\p{L}\p{N}])w(?: |\/ ?)(?=\p{L})/gu, 'with ')
}
