import type { SettingsReader } from '#backend/settings/settings-reader.ts'

/** An OAuth or OpenID provider such as Google. */
export interface ProviderConfig {
  readonly name: string
  /** The first is ours; an id_token may name any of them. */
  readonly clientIds: readonly string[]
  readonly secret: string
  /** Where the provider redirects; null means our own /auth/v1/callback. */
  readonly redirectUri: string | null
  readonly scopes: readonly string[]
  /** OpenID issuer; null for OAuth-only providers. */
  readonly issuer: string | null
  /** Endpoints of a provider without an issuer. */
  readonly oauth: OAuthAddresses | null
  /** Skips the id_token's nonce check. */
  readonly isNonceSkipped: boolean
  /** Allows accounts without an email address. */
  readonly isEmailOptional: boolean
}

export interface OAuthAddresses {
  readonly authorize: string
  readonly token: string
  readonly user: string
  readonly emails: string
}

interface Preset {
  readonly issuer: string | null
  readonly scopes: readonly string[]
}

const presets: Readonly<Record<string, Preset>> = {
  google: { issuer: 'https://accounts.google.com', scopes: ['openid', 'email', 'profile'] },
  github: { issuer: null, scopes: ['user:email'] },
  azure: { issuer: 'https://login.microsoftonline.com/common/v2.0', scopes: ['openid', 'email', 'profile'] },
  apple: { issuer: 'https://appleid.apple.com', scopes: ['openid', 'email', 'name'] },
  slack_oidc: { issuer: 'https://slack.com', scopes: ['openid', 'email', 'profile'] },
  linkedin_oidc: { issuer: 'https://www.linkedin.com/oauth', scopes: ['openid', 'email', 'profile'] },
}

/** Issuers of all built-in providers, enabled or not. */
export const knownIssuers: ReadonlyMap<string, string> = new Map(
  Object.entries(presets).flatMap(([name, { issuer }]) => (issuer === null ? [] : [[name, issuer] as const])),
)

/** GOTRUE_EXTERNAL_ names that aren't providers. */
const otherNames = new Set(['EMAIL', 'PHONE', 'ANONYMOUS_USERS', 'IOS_BUNDLE_ID', 'REDIRECT_URL'])

/** Reads GOTRUE_EXTERNAL_<NAME>_…: the built-in providers, and any OpenID issuer by its URL. */
export function parseProviders(
  settings: SettingsReader,
  names: readonly string[],
  mayCallPrivateAddresses: boolean,
): ReadonlyMap<string, ProviderConfig> {
  const found = names.flatMap((name) => /^GOTRUE_EXTERNAL_([A-Z0-9_]+)_ENABLED$/.exec(name)?.[1] ?? [])
  const providers = new Map<string, ProviderConfig>()
  for (const id of found) {
    if (otherNames.has(id)) continue
    const provider = parseProvider(settings, id, mayCallPrivateAddresses)
    if (provider !== null) providers.set(provider.name, provider)
  }
  return providers
}

function parseProvider(settings: SettingsReader, id: string, mayCallPrivate: boolean): ProviderConfig | null {
  const prefix = `GOTRUE_EXTERNAL_${id}_`
  const name = id.toLowerCase()
  const isEnabled = settings.flag(`${prefix}ENABLED`, false)
  const clientIds = settings.list(`${prefix}CLIENT_ID`)
  const secret = settings.text(`${prefix}SECRET`)
  const redirectUri = address(settings, `${prefix}REDIRECT_URI`, true)
  const url = address(settings, `${prefix}URL`, mayCallPrivate)
  const isNonceSkipped = settings.flag(`${prefix}SKIP_NONCE_CHECK`, false)
  const isEmailOptional = settings.flag(`${prefix}EMAIL_OPTIONAL`, false)
  const scopes = settings.text(`${prefix}SCOPES`)?.split(/[\s,]+/)
  if (!isEnabled) return null
  if (clientIds.length === 0 || secret === null) {
    return settings.refuse(`${prefix}CLIENT_ID and ${prefix}SECRET must be set too when ${prefix}ENABLED is true.`)
  }
  const preset = presets[name]
  if (preset === undefined && url === null) {
    return settings.refuse(
      `${prefix}ENABLED is true, but "${name}" is not a provider known here; set ${prefix}URL to its OpenID issuer.`,
    )
  }
  return {
    name,
    clientIds,
    secret,
    redirectUri,
    scopes: scopes ?? preset?.scopes ?? ['openid', 'email', 'profile'],
    issuer: name === 'github' ? null : issuerOf(name, url, preset),
    oauth: name === 'github' ? githubAddresses(url) : null,
    isNonceSkipped,
    isEmailOptional,
  }
}

/** Supabase Auth's Microsoft tenant URL lacks the version. */
function issuerOf(name: string, url: string | null, preset: Preset | undefined): string {
  if (url === null) return preset?.issuer ?? ''
  return name === 'azure' && /^https:\/\/login\.microsoftonline\.com\/[^/]+$/.test(url) ? `${url}/v2.0` : url
}

function githubAddresses(url: string | null): OAuthAddresses {
  const host = url ?? 'https://github.com'
  // GitHub Enterprise serves its API under a path, github.com under its own host.
  const api = url === null ? 'https://api.github.com' : `${url}/api/v3`
  return {
    authorize: `${host}/login/oauth/authorize`,
    token: `${host}/login/oauth/access_token`,
    user: `${api}/user`,
    emails: `${api}/user/emails`,
  }
}

function address(settings: SettingsReader, name: string, mayBePlain: boolean): string | null {
  const value = settings.text(name)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url !== null && (url.protocol === 'https:' || (mayBePlain && url.protocol === 'http:')) && url.hash === '') {
    return value.replace(/\/$/, '')
  }
  return settings.refuse(`${name} must be an https address, but is "${value}".`)
}
