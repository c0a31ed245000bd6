import { expect, test } from 'vitest'

import { continueAddress, findEmailAddress, readSpelledAddress } from './spelled-address.ts'

type Row = readonly [said: string, address: string | null, lang?: string]

const whole: readonly Row[] = [
  ['john at gmail dot com', 'john@gmail.com'],
  ['j o h n dot smith at gmail dot com', 'john.smith@gmail.com'],
  ['it’s john dot smith at gmail dot com', 'john.smith@gmail.com'],
  ['My email is ada@example.com.', 'ada@example.com'],
  ['ada at example.com', 'ada@example.com'],
  ['Sure, it’s A D A at example dot com.', 'ada@example.com'],
  ['A-D-A at example dot com', 'ada@example.com'],
  ['a. d. a. at example dot com', 'ada@example.com'],
  ['ada underscore lovelace at sign example dot org', 'ada_lovelace@example.org'],
  ['ada under score l at example dot org', 'ada_l@example.org'],
  ['ada dash lovelace at example dot org', 'ada-lovelace@example.org'],
  ['ada hyphen lovelace at my minus company dot io', 'ada-lovelace@my-company.io'],
  ['ada plus demos at example dot com', 'ada+demos@example.com'],
  ['double u e s at example dot com', 'wes@example.com'],
  ['m a double t at example dot com', 'matt@example.com'],
  ['b o b triple one at example dot com', 'bob111@example.com'],
  ['capital J as in Juliet o h n at example dot com', 'john@example.com'],
  ['j as in juliet o as in oscar e at acme dot com', 'joe@acme.com'],
  ['b for bravo e n at acme dot com', 'ben@acme.com'],
  ['juliet oscar echo at acme dot com', 'joe@acme.com'],
  ['john one two three at gmail dot com', 'john123@gmail.com'],
  ['john nineteen eighty four at gmail dot com', 'john1984@gmail.com'],
  ['john 84 at gmail dot com', 'john84@gmail.com'],
  ['jay at g mail dot com', 'jay@gmail.com'],
  ['sam at hot mail dot com', 'sam@hotmail.com'],
  ['sam at a c m e dot com', 'sam@acme.com'],
  ['sam at acme dot co dot uk', 'sam@acme.co.uk'],
  ['sam at acme dot c o m', 'sam@acme.com'],
  ['sam at acme dot com please', 'sam@acme.com'],
  ['sam at acme dot com and my name is Sam', 'sam@acme.com'],
  ['you can reach me under j smith at acme dot com', 'jsmith@acme.com'],
  ['um sam dot uh jones at um acme dot com', 'sam.jones@acme.com'],
  ['all lowercase sam no space jones at acme dot com', 'samjones@acme.com'],
  ['s a m period jones at acme period com', 'sam.jones@acme.com'],
  ['s a m full stop jones at acme dot com', 'sam.jones@acme.com'],
  ['sam @ acme . com', 'sam@acme.com'],
  ['Sam at acme dot com, but not before Monday at ten', 'sam@acme.com'],
  ['oh four two at acme dot com', '042@acme.com'],
  ['j oh h n at acme dot com', 'john@acme.com'],
  ['x y zed at acme dot com', 'xyz@acme.com'],
  ['you can get me at jo at acme dot io', 'jo@acme.io'],
  ['it’s at jo at acme dot io', 'jo@acme.io'],
  ['reach us at ana dot ruiz at olivar dot co', 'ana.ruiz@olivar.co'],
  ['cem [at] deskaid [dot] org', 'cem@deskaid.org'],
  ['cem(at)deskaid(dot)org', 'cem@deskaid.org'],
  // German.
  ['ada punkt lovelace ät example punkt com', 'ada.lovelace@example.com', 'de'],
  ['a d a klammeraffe firma punkt de', 'ada@firma.de', 'de'],
  ['meine adresse ist jan unterstrich müller at web punkt de', 'jan_müller@web.de', 'de'],
  ['j wie julius a n at firma minus nord punkt de', 'jan@firma-nord.de', 'de'],
  ['jan eins zwei drei at firma punkt de', 'jan123@firma.de', 'de'],
  ['großes j a n at firma bindestrich nord punkt de', 'jan@firma-nord.de', 'de'],
  ['o doppel t o at firma punkt de', 'otto@firma.de', 'de'],
  // French.
  ['ada point lovelace arobase exemple point fr', 'ada.lovelace@exemple.fr', 'fr'],
  ['c’est jean tiret du bas paul arobase orange point fr', 'jean_paul@orange.fr', 'fr'],
  ['jean tiret paul arobase orange point fr', 'jean-paul@orange.fr', 'fr'],
  ['b comme bernard o b arobase orange point fr', 'bob@orange.fr', 'fr'],
  ['a deux n e arobase orange point fr', 'anne@orange.fr', 'fr'],
  // Spanish.
  ['ada punto lovelace arroba ejemplo punto es', 'ada.lovelace@ejemplo.es', 'es'],
  ['mi correo es ana guion bajo ruiz arroba correo punto es', 'ana_ruiz@correo.es', 'es'],
  ['ana guión medio ruiz arroba correo punto es', 'ana-ruiz@correo.es', 'es'],
  ['b de barcelona e a arroba correo punto es', 'bea@correo.es', 'es'],
  ['ana uno dos arroba correo punto es', 'ana12@correo.es', 'es'],
]

test.each(whole.map(([said, address, lang = 'en']) => ({ said, address, lang })))(
  'reads “$said” ($lang) as $address',
  ({ said, address, lang }) => {
    expect(readSpelledAddress(said, lang)).toEqual({ address, isWhole: true })
  },
)

const partial: readonly Row[] = [
  ['j o h n', 'john'],
  ['j o h n dot smith', 'john.smith'],
  ['john dot smith at', 'john.smith@'],
  ['john dot smith at gmail', 'john.smith@gmail'],
  ['it’s j o h n dot', 'john.'],
  ['at gmail dot com', '@gmail.com'],
  ['j a n punkt', 'jan.', 'de'],
]

test.each(partial.map(([said, address, lang = 'en']) => ({ said, address, lang })))(
  'reads “$said” ($lang) as far as $address',
  ({ said, address, lang }) => {
    expect(readSpelledAddress(said, lang)).toEqual({ address, isWhole: false })
  },
)

test.each([
  ['', 'ada at example dot com', 'ada@example.com'],
  ['john.smith', 'at gmail dot com', 'john.smith@gmail.com'],
  ['john.', 'smith at gmail dot com', 'john.smith@gmail.com'],
  ['joh', 'n at gmail dot com', 'john@gmail.com'],
  ['john.smith@', 'gmail dot com', 'john.smith@gmail.com'],
  ['john', 'no it’s ada at example dot com', 'ada@example.com'],
])('joins “%s” and “%s” to %s', (before, said, address) => {
  expect(continueAddress(before, said, 'en')).toEqual({ address, isWhole: true })
})

test.each([
  'I look at the dashboard',
  'what does the second plan cost',
  'we meet at ten',
  'no thanks',
  'a plus for us is the export',
  'how do I get to step 2',
  'that is a good point',
  'I am at a company with fifty people',
  'yes',
  'reach me at ana dot ruiz',
  'at point of sale',
  'we are at point three',
  'which plan is it at, and at what size',
  '',
])('finds no address in “%s”', (said) => {
  expect(readSpelledAddress(said, 'en')).toBeNull()
})

test.each(['yep thats right', 'can we push it to friday', 'morning is better', 'what was the price again'])(
  'doesn’t add “%s” to an address',
  (said) => {
    expect(continueAddress('ana.ruiz@olivar', said, 'en')).toBeNull()
  },
)

test('reads a very long text in bounded time', () => {
  expect(readSpelledAddress('a at b dot '.repeat(50_000), 'en')?.address.length ?? 0).toBeLessThanOrEqual(255)
})

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['My e-mail is ada.lovelace@math.example.co.uk.', 'ada.lovelace@math.example.co.uk'],
  ['ada at example dot com', 'ada@example.com'],
  ['it’s ada dot lovelace at example dash labs dot io', 'ada.lovelace@example-labs.io'],
  ['I look at the dashboard', null],
  ['ada at example', null],
])('reads the address in “%s”', (text, address) => {
  expect(findEmailAddress(text)).toBe(address)
})
