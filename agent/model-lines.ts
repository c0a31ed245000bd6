import { toPlainText } from './plain-text.ts'
import { splitSentences } from './sentences.ts'

/** A model's sentence with the short names of the notes it cites. */
export interface CitedSentence {
  readonly text: string
  readonly names: readonly string[]
}

/**
 * Parses “[k1,k2] A sentence.” lines while they stream in. Yields only complete sentences, without Markdown. Text
 * beyond the limit is ignored.
 */
export class ModelLines {
  #waiting = ''
  #read = 0
  #hides = false
  /** Whether the citations come before the sentences; null until the first character has arrived. */
  #citesFirst: boolean | null = null

  /** The model said that the notes don't have the answer. */
  saysUnknown = false

  feed(text: string): readonly CitedSentence[] {
    const room = charactersMax - this.#read
    if (room <= 0) return []
    this.#read += text.length
    this.#waiting = this.#withoutThoughts(this.#waiting + text.slice(0, room).replaceAll('\r', ''))
    if (this.#citesFirst === null) {
      const first = /[^\s*_>#\-•.\d`"]/.exec(this.#waiting)?.[0]
      if (first !== undefined) this.#citesFirst = first === '['
    }
    if (this.#citesFirst === true) {
      this.#waiting = this.#waiting.replace(/([.!?…]["”')*_]*)[ \t]+(?=[*_]*\[)/g, '$1\n')
    }
    const lines = this.#waiting.split('\n')
    this.#waiting = lines.pop() ?? ''
    return lines.flatMap((line) => this.#toSentences(line))
  }

  /** The last line, which had no line break. */
  end(): readonly CitedSentence[] {
    const last = this.#hides ? '' : this.#waiting
    this.#waiting = ''
    return this.#toSentences(last)
  }

  #toSentences(line: string): readonly CitedSentence[] {
    if (/^\s*[*_`"]*\[\s*\?\s*\]/.test(line)) this.saysUnknown = true
    const names = [...line.matchAll(/\[([^\][\n]{0,60})\]/g)].flatMap((match) =>
      (match[1] ?? '').split(/[\s,;]+/).filter((name) => /^\w{1,8}$/.test(name)),
    )
    const text = toPlainText(line.replace(/[*_`]{0,3}\[[^\][\n]{0,60}\](?!\()[*_`:]{0,4}/g, ' ')).replaceAll('\n', ' ')
    const tidy = text.replace(/\s+([.,;:!?…])/g, '$1').trim()
    return splitSentences(tidy).map((sentence) => ({ text: sentence, names }))
  }

  /** Reasoning models on some servers write their thoughts into the answer. */
  #withoutThoughts(text: string): string {
    const closed = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
    this.#hides = /<think(?:ing)?>/i.test(closed)
    // Keep the unfinished part in the buffer as one line, so that none of it is parsed yet.
    return this.#hides ? closed.replaceAll('\n', ' ') : closed
  }
}

/** The prompt asks for two sentences; this leaves room for a talkative model. */
const charactersMax = 4_000
