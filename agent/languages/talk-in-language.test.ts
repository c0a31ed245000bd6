import { expect, test } from 'vitest'

import type { AgentLanguage } from '#domain/agent-languages.ts'
import type { Conversation, Effect } from '../conversation.ts'
import { newConversation } from '../conversation.ts'
import { guardProposal } from '../guards.ts'
import { buildKnowledge, type Knowledge } from '../knowledge.ts'
import { advance } from '../policy.ts'
import { createRuleResponder } from '../rule-responder.ts'

const notes = {
  de: {
    name: 'Werkplan',
    steps: [
      ['Plantafel', 'Aufträge werden mit der Maus auf einen Tag gezogen. Überschneidungen werden rot markiert.'],
      ['Preise', 'Der Tarif Solo kostet 19 Euro im Monat. Sie können 30 Tage kostenlos testen.'],
      ['Datenschutz', 'Alle Daten liegen in einem Rechenzentrum in Frankfurt. Gesichert wird jede Nacht.'],
    ],
  },
  en: {
    name: 'Workplan',
    steps: [
      ['The board', 'Jobs are dragged onto a day with the mouse. Overlaps are marked in red.'],
      ['Prices', 'The solo plan is $19 a month. You can try it for 30 days for free.'],
      ['Privacy', 'All data is kept in a data centre in Frankfurt. It is backed up every night.'],
    ],
  },
} as const

function knowledgeIn(language: AgentLanguage, of: keyof typeof notes): Knowledge {
  const { name, steps } = notes[of]
  return buildKnowledge(
    {
      name,
      description: null,
      steps: steps.map(([title, description], index) => ({
        id: `00000000-0000-4000-8000-00000000000${index + 1}`,
        order: index + 1,
        title,
        description,
      })),
    },
    {
      name: 'Leo',
      personality: 'professional',
      language,
      languages: ['en', 'de', 'fr', 'es'],
      welcomeMessage: null,
      demoScript: null,
      takesMeetings: true,
    },
  )
}

/** Plays a conversation without interruptions; returns what is said after each remark. */
function talkIn(language: AgentLanguage, of: keyof typeof notes = 'de') {
  const knowledge = knowledgeIn(language, of)
  const responder = createRuleResponder(knowledge)
  let at = 0
  let state: Conversation = newConversation
  const send = (event: Parameters<typeof advance>[1]): readonly Effect[] => {
    const { conversation, effects } = advance(state, event, knowledge)
    state = conversation
    return effects
  }
  const saidIn = (effects: readonly Effect[]): string =>
    effects.flatMap((effect) => (effect.type === 'say' ? effect.lines.map(({ text }) => text) : [])).join(' ')
  const hearOut = (): void => {
    const { speaking } = state
    if (speaking !== null)
      send({ type: 'play-ended', at: (at += 1_000), turn: speaking.turn, seg: speaking.lines.length - 1 })
  }
  const greeting = saidIn(send({ type: 'consented', at, mode: 'text', step: 1 }))
  hearOut()
  const effectsOf = (text: string): readonly Effect[] => {
    at += 2_000
    const input = { text, knowledge, step: state.step }
    const proposal = responder.propose(input, { aborted: false })
    if (proposal instanceof Promise) throw new Error('The built-in responder answers at once')
    return send({ type: 'heard', at, proposal: guardProposal(proposal), text })
  }
  return {
    greeting,
    say: (text: string): string => {
      const said = saidIn(effectsOf(text))
      hearOut()
      return said
    },
    effectsOf,
    offerTimes: (): string => {
      const slot = (id: string, weekday: string, dayOfMonth: number, spoken: string) =>
        ({
          id,
          startUtc: `2026-11-${dayOfMonth}T09:00:00Z`,
          label: spoken,
          spoken,
          weekday,
          relativeDay: null,
          dayOfMonth,
          hour: 10,
          minute: 0,
        }) as const
      const said = saidIn(
        send({
          type: 'slots-found',
          at: (at += 1_000),
          slots: [slot('a', 'Tuesday', 24, 'Dienstag'), slot('b', 'Wednesday', 25, 'Mittwoch')],
        }),
      )
      hearOut()
      return said
    },
    state: () => state,
  }
}

test.each([
  ['de', 'Ich bin Leo, eine KI-Assistenz. Ich zeige Ihnen Werkplan in 3 Schritten. Soll ich anfangen?'],
  ['fr', 'Je suis Leo, un assistant IA. Je peux vous montrer Werkplan en 3 étapes. Je commence ?'],
  ['es', 'Soy Leo, un asistente de IA. Puedo mostrarle Werkplan en 3 pasos. ¿Empiezo?'],
] as const)('greets in %s and says that it is an AI', (language, greeting) => {
  expect(talkIn(language).greeting).toBe(greeting)
})

test.each([
  ['de', 'danke', 'Noch einmal: Gern geschehen.'],
  ['fr', 'merci', 'Encore une fois : Je vous en prie.'],
  ['es', 'gracias', 'Una vez más: De nada.'],
] as const)('repeats itself in %s with a lead-in, not a count', (language, thanks, repeated) => {
  const talk = talkIn(language)
  const heard = Array.from({ length: 10 }, () => talk.say(thanks))
  expect(heard).toContain(repeated)
  expect(heard.filter((text) => /\d/.test(text))).toEqual([])
})

test('answers a German question from German notes', () => {
  const talk = talkIn('de')
  expect(talk.say('was kostet das im monat')).toContain('19 Euro im Monat')
  expect(talk.say('wo liegen unsere daten?')).toContain('Frankfurt')
  expect(talk.say('Haben Sie eine SAP-Anbindung?')).toMatch(/Unterlagen/)
})

test.each([
  ['de', 'vielen dank', /gern/i],
  ['de', 'ja bitte', /Maus/],
  ['de', 'nächster Schritt', /19 Euro/],
  ['de', 'Sind Sie ein Mensch?', /KI/],
  ['de', 'das ist uns zu teuer', /lohnen|Preis/],
  ['de', 'Ich möchte mit einem Mitarbeiter sprechen', /Team/],
  ['fr', 'merci beaucoup', /prie|plaisir|normal/],
  ['fr', 'Êtes-vous un robot ?', /IA/],
  ['fr', 'c’est trop cher', /peine|légitime/],
  ['fr', 'je voudrais parler à un conseiller', /équipe/],
  ['es', 'muchas gracias', /nada|gusto|usted/],
  ['es', '¿Es usted una persona?', /IA/],
  ['es', 'es demasiado caro', /pena|razonable/],
  ['es', 'quiero hablar con una persona', /equipo/],
] as const)('understands in %s: “%s”', (language, text, reply) => {
  expect(talkIn(language).say(text)).toMatch(reply)
})

test.each([
  ['de', 'Können wir einen Termin vereinbaren?', 'Mittwoch passt', 'anna@firma.de', /Soll ich/],
  ['fr', 'Je voudrais prendre rendez-vous', 'mercredi', 'anna@firma.fr', /réserve/],
  ['es', 'Quiero reservar una reunión', 'el miércoles', 'anna@firma.es', /reservo/],
] as const)('books a meeting in %s by weekday, address and yes', (language, wish, day, email, confirm) => {
  const talk = talkIn(language)
  expect(talk.effectsOf(wish).some(({ type }) => type === 'find-slots')).toBe(true)
  talk.offerTimes()
  talk.say(day)
  expect(talk.state().booking).toMatchObject({ stage: 'email', chosen: { id: 'b' } })
  expect(talk.say(email)).toMatch(confirm)
  const yes = { de: 'ja, gerne', fr: 'oui, parfait', es: 'sí, por favor' }[language]
  expect(talk.effectsOf(yes).find(({ type }) => type === 'book-meeting')).toMatchObject({ slotId: 'b', email })
})

test.each([
  ['de', 'Termin am Mittwoch um 15 Uhr Londoner Zeit bitte', 'Dienstag oder Mittwoch, Ortszeit London anbieten.'],
  ['fr', 'Un rendez-vous mercredi à 15h, heure de Londres', 'Mittwoch, heure de Londres.'],
  ['es', 'Quiero una reunión el miércoles a las 15:00, hora de Londres', 'Mittwoch, hora de Londres.'],
] as const)('understands and says a time zone in %s', (language, wish, said) => {
  const talk = talkIn(language)
  expect(talk.effectsOf(wish).find(({ type }) => type === 'find-slots')).toMatchObject({
    preferredTime: expect.stringMatching(/wednesday at 15:00/) as string,
    timeZone: 'Europe/London',
  })
  expect(talk.offerTimes()).toContain(said)
})

test.each([
  ['de', 'Termin bitte', 'Mittwoch passt', 'keine E-Mail, rufen Sie mich bitte an', /030 1234567, Mittwoch\./],
  ['fr', 'Je voudrais prendre rendez-vous', 'mercredi', 'pas d’e-mail, le numéro suffit', /030 1234567, Mittwoch\./],
  ['es', 'Quiero reservar una reunión', 'el miércoles', 'sin correo, llámeme', /030 1234567, Mittwoch\./],
] as const)('arranges a call at the chosen time in %s', (language, wish, day, said, reply) => {
  const talk = talkIn(language)
  talk.effectsOf(wish)
  talk.offerTimes()
  talk.say(day)
  const asked = talk.say(said)
  expect(asked).toMatch(/Nummer|numéro|número/)
  expect(talk.say('030 1234567')).toMatch(reply)
})

test.each([
  ['de', 'Termin bitte', 'Mittwoch passt', 'anna@firma.de, und laden Sie bitte auch meine Kollegin eva@firma.de ein'],
  ['fr', 'Je voudrais prendre rendez-vous', 'mercredi', 'anna@firma.fr, et invitez aussi ma collègue eva@firma.fr'],
  ['es', 'Quiero reservar una reunión', 'el miércoles', 'anna@firma.es, e invite también a mi compañera eva@firma.es'],
] as const)('notes a guest in %s', (language, wish, day, said) => {
  const talk = talkIn(language)
  talk.effectsOf(wish)
  talk.offerTimes()
  talk.say(day)
  const host = `firma.${language}`
  expect(talk.say(said)).toMatch(new RegExp(`eva@${host}.*anna@${host}`))
  expect(talk.state().booking).toMatchObject({ email: `anna@${host}`, guests: [`eva@${host}`] })
})

test('a German question about a day doesn’t choose a time', () => {
  const talk = talkIn('de')
  talk.effectsOf('Termin bitte')
  talk.offerTimes()
  talk.say('Wird am Dienstag gesichert?')
  expect(talk.state().booking?.chosen ?? null).toBeNull()
})

test('says in the visitor’s language that its notes are in another one, and offers steps', () => {
  const talk = talkIn('de', 'en')
  const effects = talk.effectsOf('was kostet das im monat')
  const said = effects
    .flatMap((effect) => (effect.type === 'say' ? effect.lines.map(({ text }) => text) : []))
    .join(' ')
  expect(said).toContain('Meine Unterlagen sind auf Englisch')
  expect(said).not.toContain('$19')
  expect(effects.find(({ type }) => type === 'offers')).toBeDefined()
})

test.each([
  ['de', 'Ja', '„Jobs are dragged onto a day with the mouse. Overlaps are marked in red.“'],
  ['fr', 'Oui', '«\u00a0Jobs are dragged onto a day with the mouse. Overlaps are marked in red.\u00a0»'],
  ['es', 'Sí', '«Jobs are dragged onto a day with the mouse. Overlaps are marked in red.»'],
] as const)('quotes English notes in quotation marks in a conversation in %s', (language, yes, quoted) => {
  expect(talkIn(language, 'en').say(yes)).toBe(quoted)
})

test('names steps with English titles in quotation marks, and notes in its own language without', () => {
  expect(talkIn('de', 'en').say('Worum geht es hier?')).toContain('„The board“, „Prices“, „Privacy“')
  expect(talkIn('de').say('Worum geht es hier?')).toContain('Plantafel, Preise, Datenschutz')
  expect(talkIn('de').say('Ja')).toMatch(/^Aufträge werden/)
})

test('says where to choose the language when a visitor writes in another of its languages', () => {
  expect(talkIn('en', 'en').say('¿Cuánto cuesta y dónde está?')).toContain('También hablo español')
})

test.each([
  ['de', 'Wir sind 12 Leute und unser Budget liegt bei 5.000 Euro.'],
  ['fr', 'Nous sommes 12 personnes et notre budget est de 5 000 euros.'],
  ['es', 'Somos 12 personas y nuestro presupuesto es de 5.000 euros.'],
] as const)('extracts facts about visitors in %s', (language, text) => {
  const talk = talkIn(language)
  talk.say(text)
  const facts = new Map(talk.state().facts.map(({ field, value }) => [field, value]))
  expect(facts.get('size')).toMatch(/12/)
  expect(facts.get('budget')).toMatch(/5000/)
})
