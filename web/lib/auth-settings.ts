import { useEffect, useState } from 'react'

import type { SignInConfig } from '#protocol/client-config.ts'

import { loadBackend } from './backend.ts'

/** The available ways to sign in, from the auth service and /config.json. */
export interface AuthSettings {
  /** Names as the auth service knows them, in its order. */
  readonly providers: readonly string[]
  readonly hasEmail: boolean
  readonly hasPhone: boolean
  readonly hasSso: boolean
  readonly isSignupOpen: boolean
  readonly passwordLengthMin: number
  readonly mail: SignInConfig['mail']
  /** A new email address takes effect without proof. */
  readonly isMailConfirmed: boolean
}

interface SettingsAnswer {
  readonly external?: Readonly<Record<string, boolean>>
  readonly disable_signup?: boolean
  readonly saml_enabled?: boolean
  readonly mailer_autoconfirm?: boolean
}

/** Defaults until loaded or after a failure: email and password are nearly always available. */
const usual: AuthSettings = {
  providers: [],
  hasEmail: true,
  hasPhone: false,
  hasSso: false,
  isSignupOpen: true,
  passwordLengthMin: 6,
  mail: 'sent',
  isMailConfirmed: false,
}

let loading: Promise<AuthSettings> | undefined

export function useAuthSettings(): AuthSettings {
  const [settings, setSettings] = useState(usual)
  useEffect(() => {
    let isWanted = true
    loading ??= loadSettings()
    loading.then(
      (loaded) => isWanted && setSettings(loaded),
      () => {
        loading = undefined
      },
    )
    return () => {
      isWanted = false
    }
  }, [])
  return settings
}

async function loadSettings(): Promise<AuthSettings> {
  const { config } = await loadBackend()
  const answer = await fetch(`${config.supabaseUrl}/auth/v1/settings`, { headers: { apikey: config.supabaseAnonKey } })
  if (!answer.ok) throw new Error(`auth/v1/settings answered ${answer.status}`)
  const { external = {}, ...rest } = (await answer.json()) as SettingsAnswer
  return {
    providers: Object.keys(external).filter((name) => external[name] === true && !notProviders.has(name)),
    hasEmail: external['email'] !== false,
    hasPhone: external['phone'] === true,
    hasSso: rest.saml_enabled === true,
    isSignupOpen: rest.disable_signup !== true,
    passwordLengthMin: config.signIn.passwordLengthMin,
    mail: config.signIn.mail,
    isMailConfirmed: rest.mailer_autoconfirm === true,
  }
}

const notProviders = new Set(['email', 'phone', 'anonymous_users'])
