import { validationFailed } from '#backend/auth/auth-errors.ts'
import { textField } from '#backend/auth/auth-request.ts'

/** The PKCE fields of a request. */
export interface CodeChallenge {
  readonly code_challenge: string
  readonly code_challenge_method: 's256' | 'plain'
}

/** How long a code can be exchanged. */
export const flowExpirySeconds = 300

/** Null when both fields are absent; refused when incomplete or malformed. */
export function readCodeChallenge(fields: Readonly<Record<string, unknown>>): CodeChallenge | null {
  return parseCodeChallenge(textField(fields, 'code_challenge'), textField(fields, 'code_challenge_method'))
}

export function parseCodeChallenge(challenge: string, methodText: string): CodeChallenge | null {
  if (challenge === '' && methodText === '') return null
  if (challenge === '' || methodText === '') {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }
  const method = methodText.toLowerCase()
  if (method !== 's256' && method !== 'plain')
    throw validationFailed(`Unsupported code_challenge_method "${methodText}"`)
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  return { code_challenge: challenge, code_challenge_method: method }
}
