import { serialize } from 'pg-protocol'

import { DatabaseError } from './database.ts'

/** Messages of PostgreSQL's extended query protocol, sent as one write. */
export class WireBatch {
  readonly #messages: Buffer[] = []

  /** PostgreSQL infers the parameters' types. */
  parse(name: string, text: string): void {
    this.#messages.push(serialize.parse({ name: withoutNul(name), text: withoutNul(text) }))
  }

  /** Parameters and results as text. */
  bind(name: string, values: readonly (string | null)[]): void {
    this.#messages.push(serialize.bind({ statement: withoutNul(name), values: [...values] }))
  }

  /** Asks for the columns of the last bind. */
  describe(): void {
    this.#messages.push(serialize.describe({ type: 'P' }))
  }

  execute(): void {
    this.#messages.push(serialize.execute())
  }

  close(name: string): void {
    this.#messages.push(serialize.close({ type: 'S', name: withoutNul(name) }))
  }

  sync(): void {
    this.#messages.push(serialize.sync())
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#messages)
  }
}

/** A NUL would end the string early, and PostgreSQL would read the rest as something else. */
function withoutNul(text: string): string {
  if (!text.includes('\0')) return text
  throw new DatabaseError({ message: 'invalid byte sequence for encoding "UTF8": 0x00', sqlstate: '22021' })
}
