/** Why the program won't start on what it found; the message is for the operator. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError'
}
