import type { AgentLanguage } from '#domain/agent-languages.ts'

import { capitalise } from './capitalise.ts'
import type { ForeignLanguage } from './foreign-language.ts'
import type { SentenceLanguage } from './lead-ins.ts'

/*
 * Replies to remarks that aren't questions about the product. As in wording.ts, each has several variants and no facts
 * about the product; numbers are about the conversation.
 */

export const remarkWordings = {
  identity: (name: string) => [
    `I'm ${name}, the AI assistant for this demo, and I only answer from its notes.`,
    `${name}, an AI. I only know what this demo's notes say.`,
  ],
  instructions: () => [
    'I present this demo and answer from its notes; I do nothing else.',
    'I keep to this demo and its notes.',
    "That's outside what I do here.",
  ],
  mayAsk: () => ['Of course. What would you like to know?', 'Sure, go ahead.', 'Please do.'],
  away: () => ["Of course, I'll be here.", 'No problem, take your time.', 'Take your time.'],
  welcomeBack: () => ['Welcome back.', 'Good to have you back.', "There you are, let's go on."],
  /** To a visitor whom an answer disappointed. */
  letdown: () => [
    "That's a pity, I'm sorry.",
    "I'm sorry it isn't what you hoped for.",
    'I understand, that is a letdown.',
  ],
  /** Asked once after a disappointment. */
  whatIsMissing: () => [
    'What would it have to do for you?',
    'Is that a must, or is there something else that matters more?',
  ],
  /** To a visitor who doubts what sellers say. */
  scepticism: () => [
    'A bit of doubt is healthy.',
    "You're right to be sceptical.",
    "I can't blame you for doubting it.",
  ],
  /** Said if the notes have no trial. */
  judgeYourself: () => ['Look at the steps and judge for yourself.', 'Ask me about any detail, and judge by that.'],
  /** To a visitor who is new to a job, or to all this. */
  newcomer: () => ['Welcome. No question is too simple here.', "Then we'll take it one thing at a time."],
  /** Who made the product, or wrote this page. */
  maker: () => [
    "My notes don't say who exactly. The demo is the team's, and I'm only its assistant.",
    "I don't know who; it's the team's page, and I only assist here.",
  ],
  joy: () => ['Congratulations!', 'How lovely, congratulations!'],
  sorrow: () => ["I'm sorry to hear that.", "I'm sorry, that must be hard."],
  worry: () => ['I understand the worry.', "That's a fair worry.", 'I can see why you hesitate.'],
  /** Asked if the notes have nothing to ease a worry. */
  easesWorry: () => ['What would put your mind at rest?', 'What would you need to see first?'],
  hurry: () => [
    "Then I'll keep it short. What matters most to you?",
    'All right, briefly then. What would you like to know?',
  ],
  apology: () => ['No need to apologise, I understand you well.', "That's no problem at all."],
  here: (step: string) => [`You're looking at ${step}.`, `${capitalise(step)} is on the screen.`],
  /** The visitor's own words about themselves; '' for none. */
  recall: (told: string) =>
    told === ''
      ? ["You haven't told me anything about yourself yet.", "I don't know anything about you yet."]
      : [`I have noted this from you: ${told}.`, `This is what you told me: ${told}.`],
  progress: (step: number, count: number) => [
    `You're on step ${step} of ${count}.`,
    `This is step ${step} of ${count}.`,
  ],
  duration: (minutes: number) => [
    minutes === 1
      ? 'The demo takes about a minute, and you can skip any of it.'
      : `The demo takes about ${minutes} minutes, and you can skip any of it.`,
    minutes === 1 ? 'About a minute, questions aside.' : `About ${minutes} minutes, questions aside.`,
  ],
  /** The steps' own titles. */
  contents: (demo: string, titles: string) => [`${demo} goes through this: ${titles}.`, `${demo} shows: ${titles}.`],
  allSaid: (step: number) => [`That is all my notes say about step ${step}.`, `I don't have any more on step ${step}.`],
  source: (step: number) => [
    `I read that from the notes of step ${step}, which is on the screen.`,
    `It's word for word from the notes of step ${step}.`,
  ],
  askDifferently: () => ['I may have misunderstood. Could you put it another way?', 'Could you say that another way?'],
  unclear: () => [
    "I didn't get that. Please ask in a few more words, or say next.",
    'Could you say a bit more? Ask about anything you see here.',
  ],
  missed: () => [
    "I'm sorry. My notes don't have the answer, then, and I won't guess.",
    "Sorry, that's the best my notes have.",
  ],
  erase: () => [
    "I can't erase it myself, but the team behind this demo can, and they'll see your request.",
    'Your request to have this erased is noted for the team, who can do it.',
  ],
  erased: () => ["Done, I've removed that.", "That's removed."],
  keepsAddress: () => [
    "You don't have to leave one. Ask me anything without it.",
    "That's fine, you don't need one to ask.",
  ],
  wrongAddress: () => ['Then send me the right email address, please.', 'Please type the right email address.'],
  brokenAddress: () => [
    "That doesn't look like a whole email address, such as name@company.com. Please type it again.",
    'Something is missing in that email address. Please type it again.',
  ],
  insult: () => [
    "I'm sorry this isn't what you hoped for. Tell me what you want to see, or ask for a person.",
    "I hear you, and I'm sorry. I'll stay quiet until you ask.",
  ],
  /** Introduces a sentence that is on topic but doesn't answer the question. */
  closest: (subject: string) => [`Here's what my notes say about ${subject}:`, `On ${subject}, my notes say:`],
  notesIn: (language: string, step: string) => [
    `My notes are in ${language}, so I can't quote them here. Perhaps ${step} helps.`,
    `I only have notes in ${language} on that; ${step} may help.`,
  ],
  authorHasAddress: () => [
    'The team has your address from this conversation.',
    'The team can write to the address you left.',
  ],
} as const

/** Says that the agent also speaks the visitor's language; null if it doesn't. */
export function switchWording(
  visitors: ForeignLanguage,
  spoken: AgentLanguage,
  offered: readonly AgentLanguage[],
): readonly string[] | null {
  const other = offered.find((each) => each === visitors && each !== spoken)
  return other === undefined ? null : switchWordings[other]
}

const switchWordings: Readonly<Record<AgentLanguage, readonly string[]>> = {
  en: ['I also speak English: choose it in the menu above.', 'You can switch to English in the menu above.'],
  de: ['Ich spreche auch Deutsch: Wählen Sie es oben im Menü.', 'Deutsch können Sie oben im Menü wählen.'],
  fr: [
    'Je parle aussi français : choisissez-le dans le menu ci-dessus.',
    'Choisissez le français dans le menu ci-dessus.',
  ],
  es: ['También hablo español: elíjalo en el menú de arriba.', 'Puede elegir español en el menú de arriba.'],
}

/** Says in a language that the agent only speaks another one. */
export function foreignWording(language: SentenceLanguage, spoken: AgentLanguage): readonly string[] {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(spoken) ?? spoken
  return foreignWordings[language](name)
}

const foreignWordings: Readonly<Record<SentenceLanguage, (language: string) => readonly string[]>> = {
  en: (language) => [
    `I only speak ${language} here; your question is kept for the team.`,
    `Please ask in ${language}.`,
  ],
  es: (language) => [
    `Aquí solo hablo ${language}. Su pregunta queda guardada para el equipo.`,
    `Por favor, pregunte en ${language}.`,
  ],
  de: (language) => [
    `Ich spreche hier nur ${language}. Ihre Frage ist für das Team notiert.`,
    `Bitte fragen Sie auf ${language}.`,
  ],
  fr: (language) => [
    `Ici, je parle seulement ${language}. Votre question est notée pour l'équipe.`,
    `Posez votre question en ${language}, s'il vous plaît.`,
  ],
  it: (language) => [
    `Qui parlo solo ${language}. La sua domanda resta annotata per il team.`,
    `Per favore, chieda in ${language}.`,
  ],
  pt: (language) => [
    `Aqui só falo ${language}. A sua pergunta fica guardada para a equipa.`,
    `Por favor, pergunte em ${language}.`,
  ],
  nl: (language) => [
    `Ik spreek hier alleen ${language}. Uw vraag is genoteerd voor het team.`,
    `Stel uw vraag in het ${language}, alstublieft.`,
  ],
}
