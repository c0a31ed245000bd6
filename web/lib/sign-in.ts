import { messages } from '#domain/messages.ts'

import { submit, type FormOutcome, type Outcome } from './submit.ts'

export function signIn(email: string, password: string, captchaToken?: string): Promise<FormOutcome> {
  return submit(messages.signInFailed, (client) =>
    client.auth.signInWithPassword({ email: email.trim(), password, options: withCaptcha(captchaToken) }),
  )
}

export interface NewPerson {
  readonly email: string
  readonly password: string
  readonly firstName?: string
}

export type SignUpOutcome = Outcome<{ readonly isConfirmationAwaited: boolean }>

/** `failedText` differs between the page and the landing page's modal (spec §8); `returnTo` is the link's target. */
export async function signUp(
  person: NewPerson,
  failedText: string,
  options: { readonly returnTo: string; readonly captchaToken?: string | undefined },
): Promise<SignUpOutcome> {
  return submit(failedText, async (client) => {
    const answer = await client.auth.signUp({
      email: person.email.trim(),
      password: person.password,
      options: {
        data: person.firstName === undefined ? {} : { first_name: person.firstName.trim() },
        emailRedirectTo: options.returnTo,
        ...withCaptcha(options.captchaToken),
      },
    })
    if (answer.error !== null) return answer
    return { data: { isConfirmationAwaited: answer.data.session === null }, error: null }
  })
}

export function changePassword(password: string): Promise<FormOutcome> {
  return submit('Your password was not changed.', (client) => client.auth.updateUser({ password }))
}

export function withCaptcha(captchaToken: string | undefined): { readonly captchaToken?: string } {
  return captchaToken === undefined ? {} : { captchaToken }
}
