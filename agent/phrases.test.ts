import { expect, test } from 'vitest'
import { either, endsWith, has, is, startsWith, type Matcher } from './phrases.ts'

test.each<readonly [string, Matcher, readonly string[], readonly string[]]>([
  ['has', has('call|ring me, send mail'), ['please ring me now', 'send mail'], ['call meg', 'send me mail']],
  ['has, in order', has('talk, speak', 'sales'), ['can i talk to sales'], ['sales talk', 'talk to salespeople']],
  ['startsWith', startsWith('stop, hold on', { before: 'please, ok' }), ['ok please stop it'], ['do stop', 'stops']],
  [
    'startsWith, in order',
    startsWith(['our|my team', 'is, has']),
    ['my team here is big'],
    ['our team', 'so my team is'],
  ],
  ['endsWith', endsWith('forget', 'me, what i said'), ['please forget what i said'], ['forget me now', 'me']],
  ['is', is('yes, {of course}', { before: 'well', after: 'please, now' }), ['well yes please now'], ['yes but', 'of']],
  [
    'optional words',
    is('[a] human [being] [please]'),
    ['human', 'a human please', 'human being'],
    ['a', 'being human'],
  ],
  ['repeated words', is('so {very|really}+ good'), ['so very really good', 'so very good'], ['so good', 'so verygood']],
  ['a pattern as a word', is('at \\d+ [\\w+]'), ['at 15', 'at 7 sharp'], ['at', 'at x']],
  ['either', either(is('a'), is('b')), ['a', 'b'], ['c']],
])('%s', (_name, matches, accepted, rejected) => {
  for (const said of accepted) expect([said, matches(said)]).toEqual([said, true])
  for (const said of rejected) expect([said, matches(said)]).toEqual([said, false])
})
