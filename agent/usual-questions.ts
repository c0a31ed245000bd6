import { holdsAmount } from './currency.ts'
import type { KnowledgeItem } from './knowledge.ts'

/*
 * Questions that nearly every buyer asks (“any contract?”, “what about our data if we leave?”), with the words of notes that answer
 * them. They are few, so rules find their notes better than the ranking does. English only.
 */

interface UsualQuestion {
  readonly asks: RegExp
  /** Matches notes that answer. */
  readonly answers: RegExp
}

/**
 * The notes that answer a usual question, at most two of one step, those beside prices first; none for other questions,
 * and if one of the notes found already answers.
 */
export function answerUsual(
  text: string,
  found: readonly KnowledgeItem[],
  items: readonly KnowledgeItem[],
): readonly KnowledgeItem[] {
  const said = text.replace(/[’‘]/g, "'").trim()
  const answers = said.split(/\s+/).length > wordsMax ? undefined : usualQuestions.find(({ asks }) => asks.test(said))?.answers
  if (answers === undefined || found.some((item) => answers.test(item.text.replace(/[’‘]/g, "'")))) return []
  const fitting = items.filter(
    (item) => item.isForObjections !== true && answers.test(item.text.replace(/[’‘]/g, "'")),
  )
  const priced = new Set(items.filter((item) => holdsAmount(item.text)).map(({ stepId }) => stepId))
  const best = fitting.toSorted((a, b) => Number(priced.has(b.stepId)) - Number(priced.has(a.stepId)))[0]
  return best === undefined ? [] : fitting.filter(({ stepId }) => stepId === best.stepId).slice(0, 2)
}

const wordsMax = 14

const usualQuestions: readonly UsualQuestion[] = [
  // “Any contract?”, “can I cancel?”, “must we pay the whole year?”
  {
    asks: /\b(?:any|is there an?|is it an?|what(?:'s| is) the|sign an?|need an?|without an?|no) (?:long |fixed |yearly |annual |minimum )*(?:contract|commitment|term|notice|notice period|lock[- ]?in)\b|\b(?:tied|locked) (?:in|into|to|down)\b|\b(?:can|could|may) (?:i|we) (?:just |simply |also )?(?:cancel|quit|get out)\b|\bhow (?:do|can) (?:i|we) (?:cancel|quit)\b|\b(?:must|have to|need to) (?:i |we )?(?:pay|sign up|commit) (?:for )?(?:the |a )?(?:whole |full |entire )?year\b|\bcontract (?:length|term|period)\b|\bcancell?ation\b/i,
    answers:
      /\b(?:minimum (?:term|contract)|(?:contract|term|subscription|licence)s? (?:term|runs?|lasts?|ends?|(?:is|are) for|by the)|month[- ]to[- ]month|(?:months?'?|days?'?|weeks?'?) notice|notice period|give notice|no (?:long |minimum |fixed |yearly )*(?:contract|term|commitment)|(?:pay|billed|rent) by the (?:month|year)|cancel(?:led|lable)? (?:any|at|when|by|in the|whenever|monthly|with|month)|leave (?:any|at any|when you|after)|quit (?:any|when))\b/i,
  },
  // “Can we have our data back if we leave?”
  {
    asks: /\b(?:data|records|information|files|stuff)\b.{0,20}\b(?:back|out|with (?:us|me)|away)\b.{0,20}\b(?:leave|quit|cancel|stop|switch|go)\b|\b(?:leave|quit|cancel|stop|switch)\b.{0,30}\b(?:data|records|information|files)\b|\b(?:get|take|bring|pull) (?:all )?(?:our|my|the) (?:own )?(?:data|records) (?:back )?out\b|\bdata hostage\b/i,
    answers:
      /\b(?:leave|cancel\w*|quit|stop)\b.*\b(?:data|export\w*|csv|records?|files?|download\w*)\b|\b(?:data|export\w*|everything|download\w*)\b.*\b(?:leave|cancel\w*|quit|any ?time|when you go|yours)\b|\bexport (?:all|your|everything)\b/i,
  },
]
