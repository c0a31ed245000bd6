import { expect, test } from 'vitest'

import { isBackChannel, isStopWord, longestWaitMs, waitAfter, type ExpectedAnswer } from './end-of-turn.ts'

/* Recognisers differ: some write punctuation and digits, some neither. */

const answered = 350
const finished = 500
const usual = 900
const unfinished = 1_500

type Row = readonly [said: string, wait: number, expects?: ExpectedAnswer, lang?: string]

const waits: readonly Row[] = [
  // Complete questions and sentences.
  ['How much does it cost?', finished],
  ['how much does it cost', finished],
  ['does it work with salesforce', finished],
  ['can you show me the dashboard', finished],
  ['so can i invite my whole team', finished],
  ['What is this for?', finished],
  ['what happens to my data when i cancel', finished],
  ['is there a free trial', finished],
  ['We have twelve people in support.', finished],
  ['That sounds great!', finished],
  ['show me the pricing', finished],
  ['go to step three', finished],
  ['tell me about the reports', finished],
  ['next', finished],
  ['go on', finished],
  ['yes please', finished],
  ['no thanks', finished],
  ['thank you', finished],
  ['Okay, got it.', finished],
  ['are you a robot', finished],
  ['repeat that', finished],
  ["what's the difference", finished],
  ['Wait, how are colleagues invited', finished],
  ['hold on so does it work with salesforce', finished],
  ['wait', finished],
  // Undecided: neither complete nor unfinished.
  ['the dashboard', usual],
  ['we use a different tool for that', usual],
  ['I like the part with the filters', usual],
  ['our team in berlin', usual],
  ['what do you use it for', usual],
  ['how much', usual],
  ['what is it', finished],
  ['we are mostly', unfinished],
  ['it is', usual],
  ['no I mean the other one', usual],
  ['that is exactly what we need', usual],
  ['compared to Arcade', usual],
  // Unfinished.
  ['we have a team and', unfinished],
  ['I was wondering if', unfinished],
  ['so what I need is', unfinished],
  ['can you show me the', unfinished],
  ['how do I get to', unfinished],
  ['wait, how do I get to', unfinished],
  ['hold on, we', unfinished],
  ['does it work with', unfinished],
  ['we are looking for', unfinished],
  ['how much does it cost um', unfinished],
  ['well, you know', longestWaitMs],
  ['we currently use, uh,', unfinished],
  ['I think because', unfinished],
  ['is it possible to', unfinished],
  ["the problem is that we don't", unfinished],
  ['my', unfinished],
  ['And what about', unfinished],
  ['and what about the', unfinished],
  ['we have about 25', unfinished],
  ['it was in 2024', unfinished],
  ['call me at', unfinished],
  ['We use HubSpot and…', unfinished],
  ['We tried it, but.', unfinished],
  ['Let me think, so,', unfinished],
  ['for example', unfinished],
  ["I'm", unfinished],
  // No text yet: the recogniser is late, or the visitor is thinking.
  ['', longestWaitMs],
  ['um', longestWaitMs],
  ['Uh, hmm…', longestWaitMs],
  // Yes or no is expected.
  ['yes', answered, 'yes-no'],
  ['Yeah.', answered, 'yes-no'],
  ['yep sounds good', answered, 'yes-no'],
  ['no', answered, 'yes-no'],
  ['Nope, thanks.', answered, 'yes-no'],
  ['not really', answered, 'yes-no'],
  ['okay', answered, 'yes-no'],
  ['sure go ahead', answered, 'yes-no'],
  ['yes but', unfinished, 'yes-no'],
  ['no because we', unfinished, 'yes-no'],
  ['I guess so', answered, 'yes-no'],
  ['yes and can you', unfinished, 'yes-no'],
  ['yes can you send it to my colleague', finished, 'yes-no'],
  ['yes', finished, 'open'],
  // A time is expected.
  ['tuesday at three', answered, 'time'],
  ['Tuesday at 3 pm.', answered, 'time'],
  ['the second one', answered, 'time'],
  ['tomorrow morning', answered, 'time'],
  ['ten thirty', answered, 'time'],
  ['friday', answered, 'time'],
  ['half past ten works', answered, 'time'],
  ['tuesday at', unfinished, 'time'],
  ['maybe on', unfinished, 'time'],
  ['the', unfinished, 'time'],
  ['yes the first', answered, 'time'],
  // A number is expected.
  ['25', answered, 'number'],
  ['about forty', answered, 'number'],
  ['just one', answered, 'number'],
  ['twenty five people', answered, 'number'],
  ['two hundred and', unfinished, 'number'],
  ['between fifty and', unfinished, 'number'],
  ['around 5,000 a month', answered, 'number'],
  ['0 1 7 1', unfinished, 'number'],
  ['nine one seven', unfinished, 'number'],
  ['nine one seven five five five two three six eight', answered, 'number'],
  // An address is expected.
  ['john dot smith at gmail dot com', finished, 'email'],
  ['it is ada@example.com', finished, 'email'],
  ['john dot smith at', unfinished, 'email'],
  ['john dot smith at gmail', unfinished, 'email'],
  ['john at gmail dot', unfinished, 'email'],
  ['j o h n', unfinished, 'email'],
  ['my email is john smith', unfinished, 'email'],
  ['ada at example dot co', usual, 'email'],
  ['ada at example dot co dot uk', finished, 'email'],
  ["I don't want to give you that.", finished, 'email'],
  ['no', finished, 'email'],
  ['you can reach me under ada at', unfinished, 'open'],
  ['my email is j o', unfinished, 'open'],
  // A name is expected.
  ['John Smith', finished, 'name'],
  ['my name is Ada Lovelace', finished, 'name'],
  ['Ada', usual, 'name'],
  ['my name is', unfinished, 'name'],
  ['L O V', unfinished, 'name'],
  // German.
  ['Was kostet das?', finished, 'open', 'de'],
  ['was kostet das im monat', finished, 'open', 'de-DE'],
  ['warte mal, was kostet das im monat', finished, 'open', 'de'],
  ['kannst du mir die berichte zeigen', finished, 'open', 'de'],
  ['wir sind ungefähr', unfinished, 'open', 'de'],
  ['ich wollte fragen ob', unfinished, 'open', 'de'],
  ['wir nutzen das und', unfinished, 'open', 'de'],
  ['ähm', longestWaitMs, 'open', 'de'],
  ['ja gerne', answered, 'yes-no', 'de'],
  ['nein danke', answered, 'yes-no', 'de'],
  ['am Dienstag um drei', answered, 'time', 'de'],
  ['am dienstag um', unfinished, 'time', 'de'],
  ['fünfundzwanzig leute', answered, 'number', 'de'],
  ['ada punkt lovelace ät gmail punkt com', finished, 'email', 'de'],
  ['ada punkt lovelace at', unfinished, 'email', 'de'],
  ['weiter', finished, 'open', 'de'],
  // French.
  ['Combien ça coûte ?', finished, 'open', 'fr'],
  ['combien ça coûte par mois', finished, 'open', 'fr'],
  ['est-ce que ça marche avec', unfinished, 'open', 'fr'],
  ['on utilise un autre outil mais', unfinished, 'open', 'fr'],
  ["oui d'accord", answered, 'yes-no', 'fr'],
  ['non merci', answered, 'yes-no', 'fr'],
  ['euh', longestWaitMs, 'open', 'fr'],
  ['mardi à quinze heures', answered, 'time', 'fr'],
  ['ada point lovelace arobase gmail point com', finished, 'email', 'fr'],
  // Spanish.
  ['¿Cuánto cuesta?', finished, 'open', 'es'],
  ['cuánto cuesta al mes', finished, 'open', 'es-MX'],
  ['quería saber si', unfinished, 'open', 'es'],
  ['sí claro', answered, 'yes-no', 'es'],
  ['no gracias', answered, 'yes-no', 'es'],
  ['el martes a las', unfinished, 'time', 'es'],
  ['el martes a las tres', answered, 'time', 'es'],
  ['ada punto lovelace arroba gmail punto com', finished, 'email', 'es'],
  // A language without tables: only punctuation and digits count.
  ['Quanto costa?', finished, 'open', 'it'],
  ['quanto costa', usual, 'open', 'it'],
  ['価格はいくらですか？', finished, 'open', 'ja'],
]

test.each(waits.map(([said, wait, expects = 'open', lang = 'en']) => ({ said, wait, expects, lang })))(
  'waits $wait ms after “$said” ($expects, $lang)',
  ({ said, wait, expects, lang }) => {
    expect(waitAfter(said, expects, lang)).toBe(wait)
  },
)

test.each([
  ['uh-huh', 'en'],
  ['Mm-hmm.', 'en'],
  ['mm', 'en'],
  ['Okay.', 'en'],
  ['yeah yeah', 'en'],
  ['right, I see', 'en'],
  ['oh wow', 'en'],
  ['Got it!', 'en-GB'],
  ['aha genau', 'de'],
  ['ja okay', 'de'],
  ["d'accord", 'fr'],
  ['ah oui', 'fr'],
  ['vale', 'es'],
  ['ajá claro', 'es'],
])('“%s” (%s) ends no turn while the agent speaks', (said, lang) => {
  expect(isBackChannel(said, lang)).toBe(true)
})

test.each([
  ['okay what does it cost', 'en'],
  ['yeah but how', 'en'],
  ['stop', 'en'],
  ['', 'en'],
  ['right after that I left', 'en'],
  ['ja aber was kostet das', 'de'],
  ['mhm', 'ja'],
])('“%s” (%s) is more than listening along', (said, lang) => {
  expect(isBackChannel(said, lang)).toBe(false)
})

test.each([
  ['stop', 'en'],
  ['Stop!', 'en'],
  ['wait', 'en'],
  ['hold on a second', 'en'],
  ['okay stop please', 'en'],
  ['no, wait, how does that work', 'en'],
  ['um hang on', 'en'],
  ['one moment please', 'en'],
  ['pause', 'en'],
  ['shut up', 'en'],
  ['hey, be quiet', 'en'],
  ['Stopp', 'de'],
  ['warte mal', 'de'],
  ['moment bitte', 'de'],
  ['arrête', 'fr'],
  ['attendez', 'fr'],
  ['espera un momento', 'es'],
  ['para por favor', 'es'],
])('“%s” (%s) stops the agent', (said, lang) => {
  expect(isStopWord(said, lang)).toBe(true)
})

test.each([
  ['how do I stop a campaign', 'en'],
  ['the waiting list', 'en'],
  ['stopwatch', 'en'],
  ['does it pause on weekends', 'en'],
  ['okay', 'en'],
  ['', 'en'],
  ['para quién es esto', 'es'],
  ['im moment nutzen wir das', 'de'],
])('“%s” (%s) does not stop the agent', (said, lang) => {
  expect(isStopWord(said, lang)).toBe(false)
})

test('reads a very long text in bounded time', () => {
  expect(waitAfter('and so on '.repeat(20_000), 'email', 'en')).toBeLessThanOrEqual(longestWaitMs)
  expect(isBackChannel('okay '.repeat(20_000), 'en')).toBe(false)
})
