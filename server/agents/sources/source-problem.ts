/** Why a document or page can't be used; the message is a sentence for the author. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem'
}
