/*
 * A suggested question made from a step's title. Most titles are instructions ("Schedule an export"), and the
 * recorder's titles name what was clicked (`Click "Authorize"`).
 */

const titleMax = 60

const instructions = new Set(
  (
    'add adjust approve ask assign attach book bring browse build change check choose clone collect compare configure ' +
    'confirm connect copy create customize define delete deploy describe design download drag drop duplicate edit ' +
    'enable enter explore export filter find fix follow generate get go group hand import improve install integrate ' +
    'invite join keep label launch let link make manage map mark merge monitor move name open order organize pay pick ' +
    'place plan play present preview print publish put read record remove rename reorder report reset resolve review ' +
    'run save schedule search see select send set shape share show sign sort start stop store submit switch sync test ' +
    'track train try turn undo update upload use verify view watch write ' +
    'answer block cancel charge chase collect decide discover fill fit forecast give grow handle hold learn lock notify ' +
    'offer pause prepare prevent protect rate receive reduce reply respond scan serve spot take talk teach tell type ' +
    'unlock warn'
  ).split(' '),
)

/** The name in a recorder's title: `Authorize` in `Click "Authorize"`; null in other titles. */
export function namedInTitle(title: string): string | null {
  return /^\S+(?: \S+)? ["“]([^"“”]+)["”]$/u.exec(title.trim())?.[1] ?? null
}

/** Null if the title suggests no question. The title is plain text. */
export function suggestedQuestion(title: string | null): string | null {
  const text = (title ?? '').replace(/\s+/g, ' ').trim().replace(/[.!]$/, '')
  if (text === '' || text.length > titleMax || text === 'Click here') return null
  const clicked = namedInTitle(text)
  if (clicked !== null) return `What is “${clicked}” for?`
  const firstWord = /^[a-z]+/i.exec(text)?.[0] ?? ''
  if (!instructions.has(firstWord.toLowerCase())) return `Tell me about ${text}`
  return `How do I ${firstWord.toLowerCase()}${text.slice(firstWord.length)}?`
}
