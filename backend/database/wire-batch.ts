import { DatabaseError } from './database.ts'

/** Batches messages of PostgreSQL's extended query protocol. */
export class WireBatch {
  #bytes = Buffer.allocUnsafe(8192)
  #length = 0

  parse(name: string, text: string): void {
    const start = this.#begin('P', 4 + Buffer.byteLength(name) + Buffer.byteLength(text))
    this.#string(name)
    this.#string(text)
    // PostgreSQL infers the parameter types.
    this.#int16(0)
    this.#end(start)
  }

  /** Parameters and results in text format. */
  bind(name: string, values: readonly (string | null)[]): void {
    let most = 16 + Buffer.byteLength(name)
    for (const value of values) most += 4 + (value === null ? 0 : Buffer.byteLength(value))
    const start = this.#begin('B', most)
    this.#string('')
    this.#string(name)
    this.#int16(0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#end(start)
  }

  /** Requests the columns of the last bound statement. */
  describe(): void {
    this.#append(describeMessage)
  }

  execute(): void {
    this.#append(executeMessage)
  }

  close(name: string): void {
    const start = this.#begin('C', 2 + Buffer.byteLength(name))
    this.#bytes[this.#length] = 'S'.charCodeAt(0)
    this.#length += 1
    this.#string(name)
    this.#end(start)
  }

  sync(): void {
    this.#append(syncMessage)
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** `most`: upper bound of the message's length. */
  #begin(code: string, most: number): number {
    this.#reserve(most + 5)
    this.#bytes[this.#length] = code.charCodeAt(0)
    this.#length += 5
    return this.#length - 4
  }

  #end(start: number): void {
    this.#bytes.writeInt32BE(this.#length - start, start)
  }

  #string(text: string): void {
    // NUL would end the string early and corrupt the message.
    if (text.includes('\0')) {
      throw new DatabaseError({ message: 'invalid byte sequence for encoding "UTF8": 0x00', sqlstate: '22021' })
    }
    this.#length += this.#bytes.write(text, this.#length)
    this.#bytes[this.#length] = 0
    this.#length += 1
  }

  #value(value: string | null): void {
    if (value === null) {
      this.#length = this.#bytes.writeInt32BE(-1, this.#length)
      return
    }
    const written = this.#bytes.write(value, this.#length + 4)
    this.#length = this.#bytes.writeInt32BE(written, this.#length) + written
  }

  #int16(value: number): void {
    this.#length = this.#bytes.writeUInt16BE(value, this.#length)
  }

  #append(message: Buffer): void {
    this.#reserve(message.length)
    this.#length += message.copy(this.#bytes, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const describeMessage = Buffer.from('D\0\0\0\x06P\0', 'latin1')
const executeMessage = Buffer.from('E\0\0\0\x09\0\0\0\0\0', 'latin1')
const syncMessage = Buffer.from('S\0\0\0\x04', 'latin1')
