/** A refusal in the words of OAuth, which a few calls answer in place of Supabase Auth's own. Always status 400. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}
