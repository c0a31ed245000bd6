/** Languages in which the agent can at least say which languages it speaks. */
export type ForeignLanguage = 'es' | 'de' | 'fr' | 'it' | 'pt' | 'nl' | 'other'

/**
 * The language of a text if it is clearly not English; null for English or too little text. Judged by script and common
 * short words.
 */
export function findForeignLanguage(text: string): ForeignLanguage | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.length === 0) return null
  const foreignScript = words.filter((word) => /^[^\p{Script=Latin}]+$/u.test(word)).length
  if (foreignScript * 2 > words.length) return 'other'
  const counts = smallWords.map(([language, known]) => {
    const found = words.filter((word) => known.has(word))
    return { language, count: found.length, sure: found.filter((word) => !alsoEnglish.has(word)).length }
  })
  const [best] = counts.toSorted((a, b) => b.count - a.count)
  if (best === undefined || best.sure === 0) return null
  const alsoTheirs = best.language === 'other' ? alsoSlavic : noWords
  if (words.some((word) => englishWords.has(word) && !alsoTheirs.has(word))) return null
  return best.sure >= sureWordsMin || best.count * 3 >= words.length ? best.language : null
}

/** With this many short words of a language, the length of the sentence doesn't matter. */
const sureWordsMin = 3

/** Words of other languages that English has too: “price per seat”, “on phones as well”. */
const alsoEnglish = new Set('as come con des die hat hay met per pour was'.split(' '))

/** “Co to kosztuje?” */
const alsoSlavic: ReadonlySet<string> = new Set(['to', 'do', 'i'])
const noWords: ReadonlySet<string> = new Set()

const englishWords = new Set(
  'the is are do does you your my i can how what who where when which why it this and or of to'.split(' '),
)

const smallWords: readonly (readonly [ForeignLanguage, ReadonlySet<string>])[] = (
  [
    [
      'es',
      'hola el los las una qué que cuánto cuanto cuánta cuesta cómo como dónde donde puedo puede hablas habla español espanol usted ustedes es está con para por precio gracias tiene tienen hay sí mi su reunión quiero',
    ],
    [
      'de',
      'hallo guten der die das den dem ein eine was wie wo wer wann wenn kostet kosten ist sind und oder nicht ich sie wir haben hat kann können sprechen deutsch bitte danke für mit auf von nach bei gibt geht dauert lange viel es preis ja nein',
    ],
    [
      'fr',
      'bonjour salut le les une des combien ça ca coûte coute comment où est sont je vous nous avez pouvez peut parlez français francais avec pour prix merci oui quel quelle qui que puis',
    ],
    [
      'it',
      'ciao buongiorno il lo gli una quanto costa come dove posso può parli parla italiano per con prezzo grazie è sono avete che cosa chi voglio',
    ],
    [
      'pt',
      'olá ola oi o os as uma quanto custa como onde posso pode fala português portugues você voces com para por preço preco obrigado obrigada tem é são não quero',
    ],
    [
      'nl',
      'hallo goedendag de het een wat hoe waar wie wanneer kost kosten is zijn en niet ik u jij wij hebben heeft kan kunnen spreekt nederlands alstublieft dank voor met prijs ja nee',
    ],
    // A few common words are enough: they only have to show that the text isn't English.
    [
      'other',
      'ile jak czy jest dla gdzie kiedy dlaczego proszę dzień dziękuję można mogę kosztuje nie się polsku macie',
    ],
    [
      'other',
      'kolik koľko stojí jak kde kdy kdo prosím prosim děkuji ďakujem dobrý den česky slovensky máte můžu môžem',
    ],
    [
      'other',
      'hej hvad vad hvordan hur hvor mycket meget koster kostar och og jag jeg ikke inte tack tak svenska dansk norsk',
    ],
    ['other', 'merhaba kadar nasıl için teşekkürler fiyatı türkçe lütfen ücreti'],
    [
      'other',
      'mitä paljonko maksaa onko voiko kiitos suomeksi mennyi mennyibe kerül hogyan köszönöm kérem cât costă pentru mulțumesc vă',
    ],
  ] as const
).map(([language, words]) => [language, new Set(words.split(' '))])
