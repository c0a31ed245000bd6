import type { Intent } from './intent.ts'
import type { Remark } from './remark.ts'

/* The question to search for when a remark isn't a question itself. */

/** Phrased without words that notes may use for something else (“cost centres”). */
export const priceQuestion = 'How much is it?'

/** The question to search for when a remark raises a subject without asking about it. */
export function relatedQuestion(intent: Intent): string | null {
  return intent.type === 'remark' ? (related[intent.about] ?? null) : null
}

const related: Partial<Record<Remark, string>> = {
  expensive: priceQuestion,
  buy: 'How do I sign up and get started?',
  security: 'How is my data kept secure?',
}

/** “My staff hate new systems”, “my girls aren't techy”: the worry that people won't get on with it. */
export const fearsForPeople =
  /\b(?:hates?|dislikes?|(?:scared|afraid|wary) of|(?:hopeless|useless|no good|bad|not (?:very |really |so |too |that )?good) with|(?:can|do|wo)n['’]?t (?:get on with|cope with|like|trust|take to|warm to|touch|bother with)) (?:any |an? |the |this )?(?:new (?:tools?|systems?|software|things|stuff|apps?|ideas)|change|changes|computers?|technology|tech|screens?|gadgets?|apps?|software|phones?|smartphones?|tablets?)\b|\b(?:(?:is|are|am|were)n['’]?t|(?:is|are|am|im|i'm|we're|they're|r) not) (?:very |really |so |too |that |exactly |all )*(?:techy|tech[- ]?savvy|technical|computer[- ]literate|digital natives)\b|\b(?:technophobes?|luddites?)\b|\b(?:leave|give up|let go of|without|used to|prefer|love|stick (?:to|with)) (?:the |their |our )?paper\b|^(?:(?:it|this|that|all|hm+|well|oh|but|honestly|ok|maybe|perhaps|probably|the whole thing),? )*(?:all )?(?:(?:sounds|looks|seems|feels|is|'s) (?:like )?|(?=too ))(?:(?:a|an|bit|little|very|quite|rather|too|really|of|lot|right|total|bloody|real|much|kind|massive|big|pretty) )*(?:faff|hassle|palaver|bother|hard work|work|effort|complicated|fiddly|difficult|complex|tricky)\b/i

/** Who might not get on with the product: “the older volunteers can't use it”. */
export const worriesForPeople =
  /\b(?:older|elderly|team|staff|lads|crew|volunteers?|helpers?|colleagues|people|nurses|drivers|members|they|computers?|technical|technology|tech|touch|set(?:ting)? (?:it|this|that) up|get (?:it|this) going|hopeless|rubbish|thumbs)\b/i

/** Searched for, to find notes about learning the product. */
export const learningQuestions = ['Is there training for our people?', 'Is it easy to learn?', 'Do you train us?']

/** Matches notes about learning the product. */
export const easesLearning =
  /\b(?:train\w*|coach\w*|onboarding|webinars?|live sessions?|tutorials?|workshops?|easy|easily|at home|half an hour|no manual|learn(?:s|t|ed)? it|shows? (?:you|your|them))\b/i

/** Matches notes about getting started; the search also finds “mid-month joiners are pro-rated”, which doesn't help. */
export const tellsHowToStart =
  /\b(?:sign(?:s|ed)? up|get(?:ting)? started|start(?:s|ed|ing)?|trials?|create an account|order(?:ed)? online|set(?:ting)? ?-?up|onboard\w*|go(?:es|ing)? live|first (?:month|week|day))\b/i
