import { TextMessageError } from './sms-sender.ts'

export interface FormAnswer {
  readonly isOk: boolean
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Posts a form to a provider and parses its JSON; failures are TextMessageErrors. */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs = 10_000,
): Promise<FormAnswer> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await answer.json()
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return { isOk: answer.ok, status: answer.status, body: isObject ? (body as Record<string, unknown>) : {} }
  } catch (error) {
    throw new TextMessageError('The SMS provider did not respond', error)
  }
}
