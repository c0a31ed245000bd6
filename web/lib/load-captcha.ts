import type { CaptchaWidget } from '#protocol/client-config.ts'

/** The common API of hCaptcha's and Turnstile's scripts. */
export interface CaptchaApi {
  readonly render: (place: HTMLElement, options: CaptchaOptions) => string
  readonly remove: (widgetId: string) => void
}

export interface CaptchaOptions {
  readonly sitekey: string
  readonly theme: 'dark' | 'light'
  readonly callback: (token: string) => void
  readonly 'expired-callback': () => void
  readonly 'error-callback': () => void
}

const scripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
} as const

let loading: Promise<CaptchaApi> | undefined

/** Loads the provider's script once, only if an operator enabled it. Retries after a failure. */
export function loadCaptcha(provider: CaptchaWidget['provider']): Promise<CaptchaApi> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The captcha’s script could not be loaded'))
    })
    document.head.append(script)
  })
    .then(() => {
      const api = (window as Partial<Record<CaptchaWidget['provider'], CaptchaApi>>)[provider]
      if (api === undefined) throw new Error('The captcha’s script loaded, but its API is missing')
      return api
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
