import type { AgentLanguage } from '#domain/agent-languages.ts'

import { capitalise } from './capitalise.ts'
import type { ForeignLanguage } from './foreign-language.ts'
import type { Wording } from './turn.ts'

/*
 * Replies to remarks that aren't questions about the product. As in wording.ts, each has several variants and no facts
 * about the product; numbers are about the conversation.
 */

export const remarkWordings = {
  identity: (name: string): Wording => ({
    texts: [
      `I'm ${name}, the AI assistant for this demo, and I only answer from its notes.`,
      `${name}, an AI. I only know what this demo's notes say.`,
    ],
    counted: (times) => `Still ${name}, still an AI, asked ${times} times.`,
  }),
  instructions: (): Wording => ({
    texts: [
      'I present this demo and answer from its notes; I do nothing else.',
      'I keep to this demo and its notes.',
      "That's outside what I do here.",
    ],
    counted: (times) => `I still keep to this demo, asked ${times} times.`,
  }),
  mayAsk: (): Wording => ({
    texts: ['Of course. What would you like to know?', 'Sure, go ahead.', 'Please do.'],
  }),
  away: (): Wording => ({
    texts: ["Of course, I'll be here.", 'No problem, take your time.', 'Take your time.'],
  }),
  welcomeBack: (): Wording => ({
    texts: ['Welcome back.', 'Good to have you back.', "There you are, let's go on."],
    counted: (times) => `Welcome back, ${times} times now.`,
  }),
  /** To a visitor whom an answer disappointed. */
  letdown: (): Wording => ({
    texts: ["That's a pity, I'm sorry.", "I'm sorry it isn't what you hoped for.", 'I understand, that is a letdown.'],
    counted: (times) => `I'm sorry, that's ${times} letdowns.`,
  }),
  /** Asked once after a disappointment. */
  whatIsMissing: (): Wording => ({
    texts: ['What would it have to do for you?', 'Is that a must, or is there something else that matters more?'],
  }),
  /** To a visitor who doubts what sellers say. */
  scepticism: (): Wording => ({
    texts: ['A bit of doubt is healthy.', "You're right to be sceptical.", "I can't blame you for doubting it."],
    counted: (times) => `Doubt as much as you like, that's ${times} times now.`,
  }),
  /** Said if the notes have no trial. */
  judgeYourself: (): Wording => ({
    texts: ['Look at the steps and judge for yourself.', 'Ask me about any detail, and judge by that.'],
    counted: (times) => `Judge for yourself, said ${times} times.`,
  }),
  /** To a visitor who is new to a job, or to all this. */
  newcomer: (): Wording => ({
    texts: ['Welcome. No question is too simple here.', "Then we'll take it one thing at a time."],
    counted: (times) => `Ask away, however simple, said ${times} times.`,
  }),
  /** Who made the product, or wrote this page. */
  maker: (): Wording => ({
    texts: [
      "My notes don't say who exactly. The demo is the team's, and I'm only its assistant.",
      "I don't know who; it's the team's page, and I only assist here.",
    ],
    counted: (times) => `I still don't know who, asked ${times} times.`,
  }),
  sorrow: (): Wording => ({
    texts: ["I'm sorry to hear that.", "I'm sorry, that must be hard."],
  }),
  worry: (): Wording => ({
    texts: ['I understand the worry.', "That's a fair worry.", 'I can see why you hesitate.'],
    counted: (times) => `I understand, that's ${times} worries.`,
  }),
  /** Asked if the notes have nothing to ease a worry. */
  easesWorry: (): Wording => ({
    texts: ['What would put your mind at rest?', 'What would you need to see first?'],
    counted: (times) => `What would help with that, asked ${times} times?`,
  }),
  hurry: (): Wording => ({
    texts: [
      "Then I'll keep it short. What matters most to you?",
      'All right, briefly then. What would you like to know?',
    ],
  }),
  apology: (): Wording => ({
    texts: ['No need to apologise, I understand you well.', "That's no problem at all."],
  }),
  here: (step: string): Wording => ({
    texts: [`You're looking at ${step}.`, `${capitalise(step)} is on the screen.`],
    counted: (times) => `Still ${step}, asked ${times} times.`,
  }),
  /** The visitor's own words about themselves; '' for none. */
  recall: (told: string): Wording => ({
    texts:
      told === ''
        ? ["You haven't told me anything about yourself yet.", "I don't know anything about you yet."]
        : [`I have noted this from you: ${told}.`, `This is what you told me: ${told}.`],
    counted: (times) => (told === '' ? `Still nothing, asked ${times} times.` : `Asked ${times} times: ${told}.`),
  }),
  progress: (step: number, count: number): Wording => ({
    texts: [`You're on step ${step} of ${count}.`, `This is step ${step} of ${count}.`],
    counted: (times) => `Step ${step} of ${count}, asked ${times} times.`,
  }),
  duration: (minutes: number): Wording => ({
    texts: [
      minutes === 1
        ? 'The demo takes about a minute, and you can skip any of it.'
        : `The demo takes about ${minutes} minutes, and you can skip any of it.`,
      minutes === 1 ? 'About a minute, questions aside.' : `About ${minutes} minutes, questions aside.`,
    ],
    counted: (times) => `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, asked ${times} times.`,
  }),
  /** The steps' own titles. */
  contents: (demo: string, titles: string): Wording => ({
    texts: [`${demo} goes through this: ${titles}.`, `${demo} shows: ${titles}.`],
    counted: (times) => `Once more, time ${times}: ${titles}.`,
  }),
  allSaid: (step: number): Wording => ({
    texts: [`That is all my notes say about step ${step}.`, `I don't have any more on step ${step}.`],
    counted: (times) => `No more on step ${step}, asked ${times} times.`,
  }),
  source: (step: number): Wording => ({
    texts: [
      `I read that from the notes of step ${step}, which is on the screen.`,
      `It's word for word from the notes of step ${step}.`,
    ],
    counted: (times) => `The notes of step ${step} say so, asked ${times} times.`,
  }),
  askDifferently: (): Wording => ({
    texts: ['I may have misunderstood. Could you put it another way?', 'Could you say that another way?'],
    counted: (times) => `Please put it differently once more, time ${times}.`,
  }),
  unclear: (): Wording => ({
    texts: [
      "I didn't get that. Please ask in a few more words, or say next.",
      'Could you say a bit more? Ask about anything you see here.',
    ],
    counted: (times) => `I didn't get that either, ${times} times now.`,
  }),
  missed: (): Wording => ({
    texts: [
      "I'm sorry. My notes don't have the answer, then, and I won't guess.",
      "Sorry, that's the best my notes have.",
    ],
    counted: (times) => `Sorry, still no better answer, asked ${times} times.`,
  }),
  erase: (): Wording => ({
    texts: [
      "I can't erase it myself, but the team behind this demo can, and they'll see your request.",
      'Your request to have this erased is noted for the team, who can do it.',
    ],
    counted: (times) => `Noted again for the team, request ${times}.`,
  }),
  erased: (): Wording => ({
    texts: ["Done, I've removed that.", "That's removed."],
    counted: (times) => `Removed as well, ${times} in all.`,
  }),
  keepsAddress: (): Wording => ({
    texts: ["You don't have to leave one. Ask me anything without it.", "That's fine, you don't need one to ask."],
    counted: (times) => `No address needed, said ${times} times.`,
  }),
  wrongAddress: (): Wording => ({
    texts: ['Then send me the right email address, please.', 'Please type the right email address.'],
    counted: (times) => `Please type the right email address, time ${times}.`,
  }),
  brokenAddress: (): Wording => ({
    texts: [
      "That doesn't look like a whole email address, such as name@company.com. Please type it again.",
      'Something is missing in that email address. Please type it again.',
    ],
    counted: (times) => `That isn't an email address either, try ${times}.`,
  }),
  praiseCounted: (times: number) => `Good to hear, ${times} times now.`,
  smallTalkCounted: (times: number) => `Always glad to chat, ${times} times now.`,
  insult: (): Wording => ({
    texts: [
      "I'm sorry this isn't what you hoped for. Tell me what you want to see, or ask for a person.",
      "I hear you, and I'm sorry. I'll stay quiet until you ask.",
    ],
    counted: (times) => `I'm sorry, ${times} times now. I'll stay quiet.`,
  }),
  /** Introduces a sentence that is on topic but doesn't answer the question. */
  closest: (subject: string): Wording => ({
    texts: [`Here's what my notes say about ${subject}:`, `On ${subject}, my notes say:`],
    counted: (times) => `On ${subject}, asked ${times} times:`,
  }),
  notesIn: (language: string, step: string): Wording => ({
    texts: [
      `My notes are in ${language}, so I can't quote them here. Perhaps ${step} helps.`,
      `I only have notes in ${language} on that; ${step} may help.`,
    ],
    counted: (times) => `Those notes are in ${language}, too, asked ${times} times; ${step} may help.`,
  }),
  authorHasAddress: (): Wording => ({
    texts: ['The team has your address from this conversation.', 'The team can write to the address you left.'],
  }),
} as const

/** Says in the visitor's language which languages the agent speaks. */
export function foreignWording(
  visitors: ForeignLanguage,
  spoken: AgentLanguage,
  offered: readonly AgentLanguage[],
): Wording {
  const other = offered.find((each) => each === visitors && each !== spoken)
  if (other !== undefined) return { texts: switchWordings[other] }
  const locale = visitors === 'other' ? spoken : visitors
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(spoken) ?? spoken
  return foreignWordings[visitors === 'other' ? spoken : visitors](name)
}

/** Said if the agent also speaks the visitor's language. */
const switchWordings: Readonly<Record<AgentLanguage, readonly string[]>> = {
  en: ['I also speak English: choose it in the menu above.', 'You can switch to English in the menu above.'],
  de: ['Ich spreche auch Deutsch: Wählen Sie es oben im Menü.', 'Deutsch können Sie oben im Menü wählen.'],
  fr: [
    'Je parle aussi français : choisissez-le dans le menu ci-dessus.',
    'Choisissez le français dans le menu ci-dessus.',
  ],
  es: ['También hablo español: elíjalo en el menú de arriba.', 'Puede elegir español en el menú de arriba.'],
}

const foreignWordings: Readonly<Record<Exclude<ForeignLanguage, 'other'> | 'en', (language: string) => Wording>> = {
  en: (language) => ({
    texts: [`I only speak ${language} here; your question is kept for the team.`, `Please ask in ${language}.`],
    counted: (times) => `${language} only, please, asked ${times} times.`,
  }),
  es: (language) => ({
    texts: [
      `Aquí solo hablo ${language}. Su pregunta queda guardada para el equipo.`,
      `Por favor, pregunte en ${language}.`,
    ],
    counted: (times) => `Solo ${language}, por favor (${times}).`,
  }),
  de: (language) => ({
    texts: [
      `Ich spreche hier nur ${language}. Ihre Frage ist für das Team notiert.`,
      `Bitte fragen Sie auf ${language}.`,
    ],
    counted: (times) => `Nur ${language}, bitte (${times}).`,
  }),
  fr: (language) => ({
    texts: [
      `Ici, je parle seulement ${language}. Votre question est notée pour l'équipe.`,
      `Posez votre question en ${language}, s'il vous plaît.`,
    ],
    counted: (times) => `Seulement en ${language} (${times}).`,
  }),
  it: (language) => ({
    texts: [
      `Qui parlo solo ${language}. La sua domanda resta annotata per il team.`,
      `Per favore, chieda in ${language}.`,
    ],
    counted: (times) => `Solo in ${language}, per favore (${times}).`,
  }),
  pt: (language) => ({
    texts: [
      `Aqui só falo ${language}. A sua pergunta fica guardada para a equipa.`,
      `Por favor, pergunte em ${language}.`,
    ],
    counted: (times) => `Só em ${language}, por favor (${times}).`,
  }),
  nl: (language) => ({
    texts: [
      `Ik spreek hier alleen ${language}. Uw vraag is genoteerd voor het team.`,
      `Stel uw vraag in het ${language}, alstublieft.`,
    ],
    counted: (times) => `Alleen in het ${language}, alstublieft (${times}).`,
  }),
}
