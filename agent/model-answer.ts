import { guardProposal } from './guards.ts'
import { languageOf, type KnowledgeItem } from './knowledge.ts'
import { maySay } from './model-guards.ts'
import { ModelLines } from './model-lines.ts'
import { firstFacts, runTools, type ToolCall, type ToolOutcome } from './model-tools.ts'
import { notesLanguageOf } from './notes-index.ts'
import type { Proposal, ProposedSentence, ResponderInput } from './responder.ts'
import { turnWordsMax } from './turn.ts'
import { countWords } from './sentences.ts'

/** Parses a model's output into sentences that may be shown one by one, and finally into a proposal. */
export class ModelAnswer {
  readonly #input: ResponderInput
  /** The built-in responder's proposal: the fallback, and the source of the intent. */
  readonly #plain: Proposal
  readonly #notes: readonly KnowledgeItem[]
  readonly #names: ReadonlyMap<string, string>
  readonly #lines = new ModelLines()
  readonly #calls: ToolCall[] = []
  readonly #answer: ProposedSentence[] = []
  #isOver = false

  constructor(
    input: ResponderInput,
    plain: Proposal,
    { notes, names }: { readonly notes: readonly KnowledgeItem[]; readonly names: ReadonlyMap<string, string> },
  ) {
    this.#input = input
    this.#plain = plain
    this.#notes = notes
    this.#names = names
  }

  /** True once nothing more can be shown, so that reading on would only cost money. */
  get isOver(): boolean {
    return this.#isOver
  }

  get isEmpty(): boolean {
    return this.#answer.length === 0
  }

  /** Returns the answer so far if this text completed a sentence of it. */
  write(text: string): Proposal | null {
    return this.#take(this.#lines.feed(text))
  }

  /** The stream has ended, so the last line is complete. Not for a broken stream, which may end within a sentence. */
  finish(): Proposal | null {
    return this.#take(this.#lines.end())
  }

  call(call: ToolCall): void {
    if (this.#calls.length < callsMax) this.#calls.push(call)
  }

  /** The outcome of the tool calls. */
  tools(): ToolOutcome {
    const { text, knowledge } = this.#input
    return runTools(this.#calls, {
      text,
      stepCount: knowledge.steps.length,
      takesMeetings: knowledge.agent.takesMeetings,
      isTranslated: languageOf(knowledge) !== notesLanguageOf(knowledge),
    })
  }

  /** The proposal for the whole turn: the model's checked sentences, else its intent, else the built-in one. */
  propose(): Proposal {
    const { intent, facts, isUnanswered } = this.tools()
    const plain: Proposal = { ...this.#plain, facts: firstFacts(this.#plain.facts ?? [], facts) }
    if (this.#answer.length > 0) return { ...this.#proposal(), facts: plain.facts ?? [] }
    if (intent !== null) return { ...plain, intent, answer: [], retrieved: [] }
    if (isUnanswered || this.#lines.saysUnknown) return unsure(plain)
    return plain
  }

  #take(sentences: readonly { readonly text: string; readonly names: readonly string[] }[]): Proposal | null {
    const before = this.#answer.length
    for (const { text, names } of sentences) {
      if (this.#isOver) break
      const language = languageOf(this.#input.knowledge)
      const cites = names.map((name) => this.#names.get(name) ?? name)
      // The words we compare with are English.
      const isForeign = language !== 'en' || notesLanguageOf(this.#input.knowledge) !== 'en'
      const sentence = { text, cites, ...(isForeign && { language }) }
      if (!this.#fits(text) || !this.#isGrounded(sentence)) {
        // What follows may depend on the dropped sentence.
        this.#isOver = true
        break
      }
      this.#answer.push(sentence)
      if (this.#answer.length === sentencesMax) this.#isOver = true
    }
    return this.#answer.length > before ? this.#proposal() : null
  }

  #fits(text: string): boolean {
    return [...this.#answer, { text }].reduce((sum, sentence) => sum + countWords(sentence.text), 0) <= wordsMax
  }

  #isGrounded(sentence: ProposedSentence): boolean {
    const { text, knowledge } = this.#input
    const items = new Map(this.#notes.map((item) => [item.id, item]))
    const neverSay = knowledge.agent.knowledge?.neverSay ?? []
    const alone = { ...this.#plain, answer: [sentence], retrieved: this.#notes }
    return maySay(sentence, { items, question: text, neverSay }) && guardProposal(alone).answer.length === 1
  }

  #proposal(): Proposal {
    const { offers: _, subject: __, ...plain } = this.#plain
    const cited = this.#answer.flatMap(({ cites }) => cites)
    return {
      ...plain,
      intent: { type: 'question' },
      answer: [...this.#answer],
      retrieved: this.#notes,
      topic: { question: this.#input.text, itemIds: [...new Set(cited)] },
    }
  }
}

/** For a model that found no answer in the notes: offers the closest step instead of quoting it. */
function unsure(plain: Proposal): Proposal {
  const { subject: _, ...rest } = plain
  const near = plain.retrieved.find(({ stepId }) => stepId !== null)
  const offered =
    near === undefined || near.stepOrder === null || near.stepId === null
      ? []
      : [{ stepOrder: near.stepOrder, stepId: near.stepId, title: near.context }]
  const offers = (plain.offers ?? offered).map((offer) => ({ ...offer, lines: [] }))
  return { ...rest, answer: [], retrieved: [], offers }
}

/** The prompts of model-prompt.ts and spoken-answer.ts ask for as many. */
const sentencesMax = 2
const callsMax = 20
/** Leaves room for the question that leads back to the demo. */
const wordsMax = turnWordsMax - 8
