import { suggestedQuestion } from '#domain/suggested-question.ts'

import type { PresentedStep } from './knowledge.ts'
import { toPlainText } from './plain-text.ts'
import { splitSentences } from './sentences.ts'

/** Maximum questions drafted for a step. */
const stepQuestionsMax = 6

/** Drafts questions that a step answers, in buyers' words, from its title and text. The author edits them. */
export function suggestStepQuestions(step: PresentedStep): readonly string[] {
  const title = toPlainText(step.title ?? '').replaceAll('\n', ' ')
  const sentences = [step.description ?? '', ...(step.cards ?? [])].flatMap((text) => splitSentences(toPlainText(text)))
  const fromTitle = suggestedQuestion(title)
  const questions = [
    ...(fromTitle === null ? [] : [fromTitle]),
    ...sentences.flatMap((sentence) =>
      templates.flatMap(({ holds, ask }) => (holds.test(sentence) ? ask(sentence) : [])),
    ),
  ]
  return [...new Set(questions)].slice(0, stepQuestionsMax)
}

interface Template {
  readonly holds: RegExp
  readonly ask: (sentence: string) => readonly string[]
}

/** One question for each kind of fact that buyers ask for. */
const templates: readonly Template[] = [
  {
    holds: /\b(?:is|costs?|from|starts at|for) [€$£]\s?\d/,
    ask: (sentence) => {
      const name = /(?:^|[;,.]\s*|\band )(?:The )?(\p{Lu}\p{L}+)(?: plan)? (?:is|costs?|starts at) [€$£]/u.exec(
        sentence,
      )?.[1]
      return name === undefined ? ['How much does it cost?'] : [`What does ${name} cost?`, 'Which plans are there?']
    },
  },
  { holds: /\btrial\b|\bdays free\b/i, ask: () => ['Is there a free trial?', 'How long is the trial?'] },
  { holds: /\bno (?:credit )?card\b/i, ask: () => ['Do I need a credit card to try it?'] },
  { holds: /\bcancel|\bno contract\b|\bnotice\b/i, ask: () => ['Can I cancel at any time?'] },
  { holds: /\byearly\b|\bannual/i, ask: () => ['Is it cheaper to pay yearly?'] },
  { holds: /\b(?:hosted|servers?|data cent(?:er|re))\b/i, ask: () => ['Where is our data hosted?'] },
  { holds: /\bback(?:ed )?ups?\b/i, ask: () => ['How often is it backed up?'] },
  {
    holds: /\b(?:kept|stored|retention|deleted|erased)\b.*\b(?:days?|months?|years?)\b/i,
    ask: () => ['How long is our data kept?'],
  },
  { holds: /\bencrypt/i, ask: () => ['Is our data encrypted?'] },
  { holds: /\bsingle sign-on\b|\bSSO\b/i, ask: () => ['Do you support single sign-on?'] },
  { holds: /\baudit log\b|\blog of changes\b|\bchange is kept\b/i, ask: () => ['Can I see who changed what?'] },
  { holds: /\broles?\b/i, ask: () => ['Which roles are there?'] },
  { holds: /\bAPI\b|\bwebhooks?\b/, ask: () => ['Is there an API?'] },
  { holds: /\b(?:integrat|connects? to|works? with|sync)/i, ask: () => ['What does it connect to?'] },
  { holds: /\bimport/i, ask: () => ['Can we import what we have?'] },
  { holds: /\bexport|\bdownload/i, ask: () => ['Can we export our data?'] },
  { holds: /\boffline\b|\bwithout (?:signal|internet)\b|\bno internet\b/i, ask: () => ['Does it work offline?'] },
  { holds: /\biPhone\b|\bAndroid\b|\bapp\b/, ask: () => ['Is there a mobile app?'] },
  { holds: /\blanguages?\b/i, ask: () => ['Which languages does it support?'] },
  { holds: /\breminders?\b/i, ask: () => ['Does it send reminders?'] },
  { holds: /\b(?:alerts?|notif|text message|push)/i, ask: () => ['How are people notified?'] },
  { holds: /\bapprov/i, ask: () => ['How do approvals work?'] },
  { holds: /\bsupport\b.*\b(?:chat|phone|replies|hours?|days?)\b/i, ask: () => ['How fast does support reply?'] },
  { holds: /\b(?:up to|at most|maximum)\b/i, ask: () => ['What are the limits?'] },
  { holds: /\breports?\b/i, ask: () => ['What reports are there?'] },
]
