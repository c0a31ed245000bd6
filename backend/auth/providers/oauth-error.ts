/** An OAuth-style error, always status 400, which a few calls answer instead of Supabase Auth's own. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.error = error
  }
}
