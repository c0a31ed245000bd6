import { useEffect, useRef, useState } from 'react'

import type { CaptchaWidget } from '#protocol/client-config.ts'

import { loadBackend } from '../lib/backend.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { loadCaptcha } from '../lib/load-captcha.ts'

/** The server's captcha widget; null if none is required. */
export function useCaptchaWidget(isAsked: boolean): CaptchaWidget | null {
  const [widget, setWidget] = useState<CaptchaWidget | null>(null)
  useEffect(() => {
    if (!isAsked) return undefined
    let isWanted = true
    loadBackend().then(
      ({ config }) => isWanted && setWidget(config.signIn.captcha),
      // The call itself will say that the server can't be reached.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [isAsked])
  return widget
}

export interface CaptchaProps {
  readonly widget: CaptchaWidget
  /** The token of a solved captcha; undefined when expired. */
  readonly onToken: (token: string | undefined) => void
}

/** The widget of hCaptcha or Turnstile. Remount it for another token. */
export function Captcha({ widget, onToken }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const { provider, siteKey } = widget

  const hasFailed = state === 'failed'
  useEffect(() => {
    if (hasFailed) return undefined
    let isWanted = true
    let remove: (() => void) | undefined
    loadCaptcha(provider).then(
      (api) => {
        if (!isWanted || place.current === null) return
        setState('ready')
        const id = api.render(place.current, {
          sitekey: siteKey,
          theme: currentTheme(),
          callback: (token) => onToken(token),
          'expired-callback': () => onToken(undefined),
          'error-callback': () => onToken(undefined),
        })
        remove = () => api.remove(id)
      },
      () => isWanted && setState('failed'),
    )
    return () => {
      isWanted = false
      remove?.()
    }
  }, [provider, siteKey, onToken, hasFailed])

  return (
    <div>
      {state === 'loading' ? <Spinner label="Loading the check" /> : null}
      <div ref={place} role="group" aria-label="Human check" />
      {state === 'failed' ? (
        <div role="alert" className="flex items-center justify-between gap-3 text-sm">
          <p>The check could not be loaded. A content blocker may be stopping it.</p>
          <Button onClick={() => setState('loading')}>Try again</Button>
        </div>
      ) : null}
    </div>
  )
}

function currentTheme(): 'dark' | 'light' {
  const forced = document.documentElement.dataset['theme']
  if (forced === 'dark' || forced === 'light') return forced
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
