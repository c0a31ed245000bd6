import { loadBackend } from '../../lib/backend.ts'
import { withCaptcha } from '../../lib/sign-in.ts'
import { failedOutcome, submit, type FormOutcome } from '../../lib/submit.ts'
import { providerName } from '../../lib/provider-name.ts'
import { landingAddress } from '../../lib/sign-in-state.ts'

const key = 'understudy-provider-start'

/** The page someone left for a provider, and where they wanted to go. */
export interface ProviderStart {
  readonly page: string
  readonly from: string
}

/** Redirects to a provider; returns only on failure. */
export async function leaveForProvider(provider: string, start: ProviderStart): Promise<FormOutcome> {
  const failedText = `${providerName(provider)} can’t be used right now.`
  const outcome = await submit(failedText, async (client) => {
    const asked = await client.auth.signInWithOAuth({
      provider: provider as 'keycloak',
      options: { redirectTo: landingAddress(start.from), skipBrowserRedirect: true },
    })
    if (asked.error !== null) return asked
    // Checked before leaving: a refusal is shown here, not as JSON on an empty page.
    const { config } = await loadBackend()
    const answer = await fetch(`${asked.data.url}&skip_http_redirect=true`, {
      headers: { apikey: config.supabaseAnonKey },
    })
    const said = (await answer.json()) as { readonly url?: string; readonly msg?: string; readonly error_code?: string }
    if (answer.ok) return { data: { address: said.url }, error: null }
    return { data: null, error: { message: said.msg ?? '', code: said.error_code }, status: answer.status }
  })
  if (!outcome.ok) return outcome
  const { address } = outcome.value
  if (address === undefined || !/^https?:/.test(address)) return failedOutcome(failedText, {})
  return leave(address, start)
}

/** Redirects to the organisation's identity provider. */
export async function leaveForSso(
  email: string,
  start: ProviderStart,
  captchaToken: string | undefined,
): Promise<FormOutcome> {
  const outcome = await submit('Single sign-on can’t be used with this address.', (client) =>
    client.auth.signInWithSSO({
      domain: email.trim().toLowerCase().split('@').at(-1) ?? '',
      options: { redirectTo: landingAddress(start.from), skipBrowserRedirect: true, ...withCaptcha(captchaToken) },
    }),
  )
  return outcome.ok ? leave(outcome.value.url, start) : outcome
}

/** Where to show a provider's error; read once. */
export function takeProviderStart(): ProviderStart | undefined {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const start = JSON.parse(text ?? 'null') as ProviderStart | null
    return start ?? undefined
  } catch {
    return undefined
  }
}

function leave(address: string, start: ProviderStart): Promise<FormOutcome> {
  try {
    sessionStorage.setItem(key, JSON.stringify(start))
  } catch {
    // Without storage, errors are shown on the login page.
  }
  window.location.assign(address)
  // The form stays busy until the browser has left; it may come back to this very page with Back.
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve({ ok: true }), { once: true })
  })
}
