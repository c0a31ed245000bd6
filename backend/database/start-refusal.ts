/** Why this program does not work on what it found; a sentence for the person at the terminal. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError'
}
