/* Greetings, alone or before something else. */

const english =
  "hi+|hello+|hey+|hiya|heya|howdy|yo|'?ello|hullo|greetings|good ?(?:morning|afternoon|evening|day)|g'?day|top of the morning(?: to you)?|(?:morning|afternoon|evening)(?= ?(?:[!,.…]|all\\b|everyone\\b|there\\b|folks\\b|$))"
const foreign =
  'buongiorno|buona ?sera|ciao|salve|bonjour|bonsoir|salut|hola|buenos d[ií]as|buenas(?: tardes| noches)?|guten (?:tag|morgen|abend)|hallo|servus|moin|gr[uü]ezi|gr[uü](?:ß|ss) gott|ol[aá]|bom dia|boa (?:tarde|noite)|goede(?:morgen|middag|navond|ndag)|hej|hei|god (?:morgen|dag)|dzie[nń] dobry|cze[sś][cć]|ahoj|dobr[yý] den|merhaba|selam|sala+m|as+ala+mu? ala[iy]kum|namaste|namaskar|vanakkam|sat sri akal|shalom|konnichiwa|kia ora|aloha|privet|zdravo|jambo'
const whom = '(?:,? (?:there|all|everyone|folks|leo|team|guys|mate|love|dear|(?:my )?friend|sir|madam))*'
const marks = '(?:[ !,.…:)–-]|$)+'

const opening = new RegExp(`^(?:(?:oh|ok|okay|well),? )?(?:(?:${english})${whom}${marks})+`, 'iu')
const foreignOpening = new RegExp(`^(?:(?:${foreign})${whom}${marks})+`, 'iu')
const holdsEnglish = /\b(?:i|i'm|im|the|is|am|are|we|you|of|to|it|do|does|this|what|how|my|our|can)\b/i

/** What follows a greeting: '' for “Buongiorno!”, null if the text doesn't begin with one. */
export function withoutGreeting(text: string): string | null {
  const said = text.trim().replaceAll('’', "'")
  const abroad = foreignOpening.exec(said)?.[0]
  if (abroad !== undefined) {
    const rest = said.slice(abroad.length)
    // “Hola, ¿cuánto cuesta?” is a question in Spanish.
    return rest === '' || holdsEnglish.test(rest) ? rest : null
  }
  const greeting = opening.exec(said)?.[0]
  const rest = greeting === undefined ? 'again' : said.slice(greeting.length)
  // “Hi again” greets somebody who is back.
  return /^again\b/i.test(rest) ? null : rest
}
