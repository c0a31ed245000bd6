/**
 * Stems English words, so that “exports”, “exported”, “exporting” and “exporter” match. Deliberately rougher than
 * Porter's: stems are compared, never shown.
 */
export function toStem(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (word.length < 4 || /\d/.test(word)) return word
  const singular = toSingular(word)
  const stem = irregular.get(singular) ?? stripSuffix(singular)
  return stem.length > 3 ? stem.replace(/e$/, '').replace(/y$/, 'i') : stem
}

function toSingular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:xes|ches|shes|sses|zzes)$/.test(word)) return word.slice(0, -2)
  return word.replace(/s$/, '')
}

/** Longer endings need a longer stem: “appeal” isn't “app”, but “payment” is “pay”. */
const suffixes =
  /^(?:(.{4,}?)(?:ization|isation|ational|ations?|ating|ated|ates?|ators?|itions?|iness|ously|fully|ions?|ible|ality|ity|al|ive|ance|ence|ful|ied)|(.{3,}?)(?:ingly|edly|ments?|ness|ings?|ers?|ors?|ed|ly|able))$/

function stripSuffix(word: string): string {
  const found = suffixes.exec(word)
  const stem = found?.[1] ?? found?.[2]
  if (stem === undefined || !/[aeiouy]/.test(stem)) return word
  if (/([bdfgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  return stem
}

const irregular = new Map(
  (
    'kept keep ran run running run sent send built build made make making make paid pay sold sell bought buy held hold ' +
    'told tell seen see saw see given give gave give chosen choose chose choose written write wrote write found find ' +
    'shown show taken take took take left leave began begin begun begin lost lose stored store storage store stores store ' +
    'went go gone go done do did do does do got get gotten get came come became become knew know known know set set ' +
    'people person men man women man children child data data analyses analysi analysis analysi user user users user ' +
    'using us used us uses us use us price price prices price pricing price priced price order order orders order ' +
    'number number numbers number server server servers server folder folder folders folder filter filter filters filter ' +
    'member member members member customer customer customers customer header header headers header owner owner owners owner ' +
    'editor editor editors editor viewer viewer viewers viewer browser browser browsers browser paper paper papers paper ' +
    'offer offer offers offer enter enter entered enter enters enter master master station station section section ' +
    'sections section version version versions version question question questions question session session sessions session ' +
    'region region regions region permission permit permissions permit ' +
    'business business meeting meet meetings meet setting setting settings setting during during string string strings string ' +
    'cancelled cancel cancelling cancel cancellation cancel labelled label labelling label travelled travel travelling travel waiter waiter waiters waiter location location locations location position position positions position signal signal clicks click rating rating ratings rating letter letter letters letter timer timer rubber rubber tester tester manager manager managers manager driver driver drivers driver teacher teacher teachers teacher ' +
    'seed seed need need needs need needed need feed feed feeds feed speed speed'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, index, all) => {
      if (index % 2 === 0) pairs.push([word, all[index + 1] ?? word])
      return pairs
    }, []),
)
